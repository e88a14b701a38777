"""Receives webhooks and prints them: WEBHOOK_SECRET=whsec_... python3 verify_webhook.py [PORT]"""

import hashlib
import hmac
import json
import os
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECRET = os.environ.get("WEBHOOK_SECRET") or sys.exit("Set WEBHOOK_SECRET: what no secret signed would be taken")
MAX_BODY_BYTES = 1_048_576
MAX_DROPPED_BYTES = 4 * MAX_BODY_BYTES


def verify_webhook(body: bytes, signature: str | None, secret: str) -> bool:
    """True for a body, byte by byte as it arrived, that was signed with the secret as it was shown.

    `signature` is the header X-Service-Signature. Bytes are compared, since compare_digest takes no other text than ASCII.
    """
    expected = hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(expected.encode(), (signature or "").encode())


class Receiver(BaseHTTPRequestHandler):
    # Deliveries come at least once, and may come again: keep the ids that you handled where they outlive the process.
    handled: set[str] = set()

    def do_POST(self) -> None:
        body = self.read_body()
        signature = self.headers.get("X-Service-Signature")
        is_signed = verify_webhook(body, signature, SECRET)
        if is_signed:
            self.keep(json.loads(body), signature)
        # Answer within five seconds, once the event is kept; what takes longer is done afterwards.
        self.send_response(204 if is_signed else 401)
        self.end_headers()

    def read_body(self) -> bytes:
        """The body, or nothing where it is too long: that is read and dropped, so that its sender gets an answer."""
        size = int(self.headers.get("Content-Length", 0))
        if 0 <= size <= MAX_BODY_BYTES:
            return self.rfile.read(size)
        left = min(size, MAX_DROPPED_BYTES)
        while left > 0 and (dropped := self.rfile.read(min(left, 65_536))):
            left -= len(dropped)
        return b""

    def keep(self, delivery: dict, signature: str | None) -> None:
        # A test from the dashboard carries an example: it is answered, and nothing of it is true.
        if delivery.get("test"):
            print("test", delivery["event"], flush=True)
            return
        # Without an id in the body (includeEventId: false) its signature tells events apart.
        event_id = delivery.get("id", signature)
        if event_id not in self.handled:
            self.handled.add(event_id)
            print(event_id, delivery["event"], flush=True)

    def log_message(self, *_: object) -> None:
        """Prints events alone."""


if __name__ == "__main__":
    port = int(sys.argv[1]) if len(sys.argv) > 1 else 3000
    with ThreadingHTTPServer(("127.0.0.1", port), Receiver) as server:
        print(f'Listening on {{"port":{server.server_port}}}', flush=True)
        server.serve_forever()
