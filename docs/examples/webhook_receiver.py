# Takes webhooks of Factshelf. `pip install standardwebhooks`, then, behind a proxy that has the certificate:
#   WEBHOOK_SECRET=whsec_… PORT=9000 python3 webhook_receiver.py
import json
import os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from standardwebhooks import Webhook

webhook = Webhook(os.environ["WEBHOOK_SECRET"])
# In production, keep these where they outlive the process.
known = set()


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        # The raw bytes: parsing and writing them again may change the signature.
        body = self.rfile.read(int(self.headers["content-length"])).decode("utf-8")
        try:
            event = webhook.verify(body, dict(self.headers))
        except Exception:
            return self.answer(401)
        if event["type"] == "webhook.challenge":
            return self.answer(200, event["data"]["challenge"])
        self.answer(204)
        # The same may come twice, under the same id.
        webhook_id = self.headers["webhook-id"]
        if webhook_id not in known:
            known.add(webhook_id)
            # For `products.changed`: read /changes on from the cursor that you keep.
            print(event["type"], webhook_id, json.dumps(event["data"]), flush=True)

    def answer(self, status, text=""):
        self.send_response(status)
        if text:
            self.send_header("content-length", str(len(text)))
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "9000"))), Receiver)
print("listening", server.server_port, flush=True)
server.serve_forever()
