"""The tool protocol: definition, registry, executor and the ports that tools speak through."""
