"""Serves the statement interface of a Databricks warehouse over a Spark of this machine.

python spark_statements.py PORT FOLDER. Statements run in Spark itself, so its parser, its plans, its errors and its
values are real; only the addresses around them stand for the service. It needs pyspark, pyarrow, pandas and Java 17.
"""

import io
import json
import os
import sys
import threading
import uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pyarrow as pa
from pyspark.errors import PySparkException
from pyspark.sql import SparkSession

PORT, FOLDER = int(sys.argv[1]), sys.argv[2]
ROWS_OF_A_CHUNK = 50_000
TOKEN = "dapi-test"

os.chdir(FOLDER)
spark = (
    SparkSession.builder.master("local[16]")
    .config("spark.default.parallelism", "2")
    .config("spark.sql.shuffle.partitions", "2")
    .config("spark.scheduler.mode", "FAIR")
    .config("spark.ui.enabled", "false")
    .config("spark.sql.session.timeZone", "UTC")
    .config("spark.sql.warehouse.dir", os.path.join(FOLDER, "warehouse"))
    .config("spark.driver.bindAddress", "127.0.0.1")
    .config("spark.driver.host", "127.0.0.1")
    .config("spark.sql.execution.arrow.pyspark.enabled", "true")
    .getOrCreate()
)
spark.sparkContext.setLogLevel("ERROR")

statements = {}
lock = threading.Lock()


class Statement:
    def __init__(self, body):
        self.id = str(uuid.uuid4())
        self.body = body
        self.state = "PENDING"
        self.error = None
        self.tables = []
        self.columns = []
        self.done = threading.Event()
        self.ended = threading.Event()
        threading.Thread(target=self.run, daemon=True).start()

    def run(self):
        with lock:
            if self.state == "CANCELED":
                return
            self.state = "RUNNING"
        try:
            session = spark.newSession()
            session.sparkContext.setJobGroup(self.id, self.id, interruptOnCancel=True)
            if self.body.get("schema"):
                session.catalog.setCurrentDatabase(self.body["schema"])
            frame = session.sql(self.body["statement"])
            limit = self.body.get("row_limit")
            if limit and frame.columns:
                frame = frame.limit(int(limit))
            table = frame.toArrow()
            self.columns = [
                {"name": field.name, "position": i, "type_text": field.dataType.simpleString().upper()}
                for i, field in enumerate(frame.schema.fields)
            ]
            self.tables = [table.slice(at, ROWS_OF_A_CHUNK) for at in range(0, table.num_rows, ROWS_OF_A_CHUNK)] or [table]
            self.finish("SUCCEEDED")
        except PySparkException as error:
            self.error = {"error_code": "BAD_REQUEST", "message": str(error).split("\n\nJVM stacktrace")[0]}
            self.finish("FAILED")
        except Exception as error:  # whatever Java throws
            self.error = {"error_code": "UNKNOWN", "message": str(error)}
            self.finish("FAILED")

    def finish(self, state):
        with lock:
            if self.state != "CANCELED":
                self.state = state
        self.done.set()
        self.ended.set()

    def cancel(self):
        with lock:
            self.state = "CANCELED"
        self.done.set()
        # What has not begun yet is not there to be ended.
        threading.Thread(target=self.end, daemon=True).start()

    def end(self):
        while not self.ended.wait(0.2):
            spark.sparkContext.cancelJobGroup(self.id)

    def chunk(self, index):
        table = self.tables[index]
        follows = {"next_chunk_index": index + 1} if index + 1 < len(self.tables) else {}
        if self.body.get("disposition") == "EXTERNAL_LINKS":
            link = {"chunk_index": index, "row_count": table.num_rows, **follows}
            return {"external_links": [{**link, "external_link": f"http://127.0.0.1:{PORT}/files/{self.id}/{index}"}]}
        rows = [[None if cell is None else str(cell) for cell in row.values()] for row in table.to_pylist()]
        return {"chunk_index": index, "row_count": table.num_rows, "data_array": rows, **follows}

    def reply(self):
        status = {"state": self.state, **({"error": self.error} if self.error else {})}
        if self.state != "SUCCEEDED":
            return {"statement_id": self.id, "status": status}
        schema = {"column_count": len(self.columns), "columns": self.columns}
        manifest = {"schema": schema, "total_chunk_count": len(self.tables), "format": self.body.get("format")}
        return {"statement_id": self.id, "status": status, "manifest": manifest, "result": self.chunk(0)}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def send(self, status, body, kind="application/json"):
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.send_response(status)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def parts(self):
        return self.path.split("?")[0].strip("/").split("/")

    def refused(self):
        if self.headers.get("authorization") == f"Bearer {TOKEN}":
            return False
        self.send(403, {"error_code": "403", "message": "Invalid access token."})
        return True

    def do_GET(self):
        parts = self.parts()
        if parts[0] == "files":
            if self.headers.get("authorization"):
                return self.send(400, {"message": "a link of its own may not be asked with a token"})
            table = statements[parts[1]].tables[int(parts[2])]
            sink = io.BytesIO()
            with pa.ipc.new_stream(sink, table.schema) as writer:
                writer.write_table(table, max_chunksize=20_000)
            return self.send(200, sink.getvalue(), "application/vnd.apache.arrow.stream")
        if self.refused():
            return None
        statement = statements.get(parts[4])
        if statement is None:
            return self.send(404, {"error_code": "NOT_FOUND", "message": "no such statement"})
        return self.send(200, statement.chunk(int(parts[7])) if len(parts) > 7 else statement.reply())

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers.get("content-length") or 0)) or b"{}")
        if self.refused():
            return None
        parts = self.parts()
        if parts[-1] == "cancel":
            statements[parts[4]].cancel()
            return self.send(200, {})
        if body.get("warehouse_id") != "w1":
            return self.send(400, {"error_code": "INVALID_PARAMETER_VALUE", "message": "w is not a valid endpoint id."})
        statement = Statement(body)
        statements[statement.id] = statement
        seconds = float(str(body.get("wait_timeout", "10s")).rstrip("s"))
        statement.done.wait(seconds)
        return self.send(200, statement.reply())


print("listening", flush=True)
ThreadingHTTPServer(("127.0.0.1", PORT), Handler).serve_forever()
