"""A bare FastAPI route with the same read of a matter: who reads is not asked, and nothing is recorded.

``python -m benchmarks.bare_server DATABASE TENANT PORT``. The database is opened by the same code as the server's own,
with the same pool; the route is an ordinary function, which FastAPI runs in its threads.
"""

from __future__ import annotations

import sys

import uvicorn
from fastapi import FastAPI, HTTPException

from casewright.adapters.database.engine import open_database
from casewright.adapters.database.matters import SqlMatters
from casewright.domain.ids import MatterId, TenantId
from casewright.toolbox.matters.create_matter import MatterView
from casewright.tools.tenancy import acting_in


def main() -> None:
    """Serve until the process is ended."""
    address, tenant, port = sys.argv[1], TenantId(sys.argv[2]), int(sys.argv[3])
    matters = SqlMatters(open_database(address))
    app = FastAPI()

    @app.get("/api/v1/matters/{matter_id}")
    def show(matter_id: str) -> MatterView:
        with acting_in(tenant):
            found = matters.get(tenant, MatterId(matter_id))
        if found is None:
            raise HTTPException(404)
        return MatterView.of(found)

    uvicorn.run(app, host="127.0.0.1", port=port, access_log=False, log_level="warning")


if __name__ == "__main__":
    main()
