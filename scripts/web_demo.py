"""The pages over an empty home of their own, opened in the browser of this machine: ``make web-demo``.

Nothing of it stays when it ends.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import webbrowser


def main() -> int:
    """Serve until Ctrl-C."""
    with tempfile.TemporaryDirectory(prefix="casewright-web-demo-") as home:
        command = [sys.executable, "-m", "casewright", "--home", home, "serve", "--at", "0"]
        with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server:
            try:
                assert server.stderr is not None
                for line in server.stderr:
                    print(line, end="", flush=True)
                    if link := re.search(r"http://\S+/join/\S+", line):
                        print("Choose a name and a password, then put the samples in.", flush=True)
                        webbrowser.open(link[0])
            except KeyboardInterrupt:
                pass
            finally:
                server.terminate()
    return 0


if __name__ == "__main__":
    sys.exit(main())
