"""Chat models of providers behind one interface: langchain-core's ``BaseChatModel``."""
