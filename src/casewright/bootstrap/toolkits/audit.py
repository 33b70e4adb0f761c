"""The audit log, and what proves it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from casewright.bootstrap.materials import Materials
    from casewright.tools.definition import Tool


def audit_tools(given: Materials) -> list[Tool]:
    """Read, checkpoint and export the audit; rotate its key."""
    from casewright.toolbox.audit.checkpoint_audit import checkpoint_audit
    from casewright.toolbox.audit.export_audit import export_audit
    from casewright.toolbox.audit.read_audit import read_audit
    from casewright.toolbox.audit.rotate_audit_key import rotate_audit_key

    proofs = given.proofs
    return [
        read_audit(audit=proofs.log),
        checkpoint_audit(checkpoints=proofs.log),
        export_audit(exports=proofs.exports),
        rotate_audit_key(keys=proofs.keys, checkpoints=proofs.log),
    ]
