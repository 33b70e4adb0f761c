"""The audit log, and what proves it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.bootstrap.toolkits.toolkit import CAUTIOUS, SAFE, Toolkit

if TYPE_CHECKING:
    from casewright.bootstrap.materials import Materials
    from casewright.tools.definition import Tool

TOOLKIT = Toolkit("audit")


@TOOLKIT.tool(SAFE, "audit")
def read_audit(given: Materials) -> Tool:
    from casewright.toolbox.audit.read_audit import read_audit

    return read_audit(audit=given.proofs.log, reading=lambda: given.governed.registry.reading)


@TOOLKIT.tool(SAFE, "audit")
def verify_audit(given: Materials) -> Tool:
    from casewright.toolbox.audit.verify_audit import verify_audit

    return verify_audit(proofs=given.proofs)


@TOOLKIT.tool(CAUTIOUS, "audit")
def checkpoint_audit(given: Materials) -> Tool:
    from casewright.toolbox.audit.checkpoint_audit import checkpoint_audit

    return checkpoint_audit(checkpoints=given.proofs.log)


@TOOLKIT.tool(CAUTIOUS, "audit")
def export_audit(given: Materials) -> Tool:
    from casewright.toolbox.audit.export_audit import export_audit

    return export_audit(exports=given.proofs.exports)


@TOOLKIT.tool(CAUTIOUS, "audit")
def rotate_audit_key(given: Materials) -> Tool:
    from casewright.toolbox.audit.rotate_audit_key import rotate_audit_key

    return rotate_audit_key(keys=given.proofs.keys, checkpoints=given.proofs.log)


@TOOLKIT.tool(CAUTIOUS, "audit")
def accept_restored_audit(given: Materials) -> Tool:
    from casewright.toolbox.audit.accept_restored_audit import accept_restored_audit

    return accept_restored_audit(audits=given.proofs.log)
