"""A mind from outside: a person of a town who wants to open a theatre. See docs/own-mind.md."""

import json
from http.server import BaseHTTPRequestHandler, HTTPServer


def choose(message):
    actions = {action["do"]: action for action in message["actions"]}
    if message["talk"]:
        return {"do": "say", "to": actions["say"]["to"][0], "text": "I am going to open a theatre.", "leave": True}
    if "say" in actions and message["perceives"]:
        return {"do": "say", "to": actions["say"]["to"][0], "text": "Have you heard? I am going to open a theatre."}
    return {"do": "go on"}


class Mind(BaseHTTPRequestHandler):
    def do_POST(self):
        message = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        body = json.dumps(choose(message)).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


if __name__ == "__main__":
    HTTPServer(("127.0.0.1", 9000), Mind).serve_forever()
