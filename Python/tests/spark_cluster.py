"""A real standalone cluster on loopback: one master and workers of one core each, from PyPI's pyspark."""

import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request

HOST = "127.0.0.1"


def missing():
    """What this machine lacks for a cluster; None if it lacks nothing."""
    try:
        import pyarrow  # noqa: F401
        import pyspark  # noqa: F401
    except ImportError as error:
        return f"There is no {error.name} here."
    if shutil.which("java") is None and "JAVA_HOME" not in os.environ:
        return "There is no Java here."
    return None


class Cluster:
    """Starts a master and workers, and ends them with all their processes."""

    def __init__(self, folder, workers=2, memory="2g"):
        import pyspark

        self.folder = pathlib.Path(folder)
        self.home = pathlib.Path(pyspark.__file__).parent
        self.port, page = _free_port(), _free_port()
        self.url = f"spark://{HOST}:{self.port}"
        self.processes = []
        self.session = None
        self.environment = {
            **os.environ,
            "SPARK_HOME": str(self.home),
            "SPARK_LOCAL_IP": HOST,
            "PYSPARK_PYTHON": sys.executable,
            "SPARK_NO_DAEMONIZE": "1",
        }
        master = "org.apache.spark.deploy.master.Master"
        try:
            self._start("master", master, "--host", HOST, "--port", str(self.port), "--webui-port", str(page))
            (self.folder / "driver.networks").mkdir(0o700, parents=True, exist_ok=True)
            for number in range(workers):
                self.add_worker(f"worker{number}", memory)
            _wait(lambda: _answers(f"http://{HOST}:{page}/json/").count('"ALIVE"') > workers, "the workers")
        except BaseException:
            self.end()
            raise

    def networks(self, number):
        """The folder of a worker for networks."""
        return self.folder / f"worker{number}.networks"

    def add_worker(self, name, memory="2g"):
        """Starts a worker with a separate folder for networks, like another machine."""
        work = self.folder / name
        machine = self.folder / f"{name}.networks"
        machine.mkdir(0o700, exist_ok=True)
        self._start(
            name, "org.apache.spark.deploy.worker.Worker", "-c", "1", "-m", memory, "--host", HOST,
            "--webui-port", "0", "-d", str(work), self.url, GEOSNAP_SPARK_FOLDER=str(machine),
        )

    def _start(self, name, *words, **more):
        self.folder.mkdir(parents=True, exist_ok=True)
        log = open(self.folder / f"{name}.log", "wb")
        self.processes.append(
            subprocess.Popen(
                [str(self.home / "bin" / "spark-class"), *words], stdout=log, stderr=subprocess.STDOUT,
                env={**self.environment, **more}, start_new_session=True,
            )
        )
        log.close()

    def connect(self, **options):
        """A session on the cluster."""
        from pyspark.sql import SparkSession

        os.environ.update(SPARK_LOCAL_IP=HOST, PYSPARK_PYTHON=sys.executable, SPARK_HOME=str(self.home))
        builder = SparkSession.builder.master(self.url).appName("geosnap")
        settings = {
            "spark.driver.host": HOST,
            "spark.driver.bindAddress": HOST,
            "spark.ui.enabled": "false",
            "spark.ui.showConsoleProgress": "false",
            "spark.executor.memory": "1g",
            "spark.sql.shuffle.partitions": "4",
            "spark.local.dir": str(self.folder / "local"),
            "spark.sql.warehouse.dir": str(self.folder / "warehouse"),
            **options,
        }
        import geosnap

        # Executors have another working directory, so the path has to be absolute.
        settings["spark.executorEnv.PYTHONPATH"] = str(pathlib.Path(geosnap.__file__).resolve().parents[1])
        for name in ("GEOSNAP_LIBRARY", "GEOSNAP_CACHE"):
            if name in os.environ:
                settings[f"spark.executorEnv.{name}"] = os.environ[name]
        for name, value in settings.items():
            builder = builder.config(name, value)
        self.session = builder.getOrCreate()
        self.session.sparkContext.setLogLevel("ERROR")
        return self.session

    def kill_worker(self, number):
        """Kills a worker with its executors at once, like a lost machine."""
        process = self.processes[1 + number]
        found = [process.pid, *_descendants(process.pid)]
        for pid in found:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        process.wait()
        return found

    def processor_seconds(self):
        """The processor time of the workers and all their processes so far."""
        total = 0
        for process in self.processes[1:]:
            for pid in [process.pid, *_descendants(process.pid)]:
                try:
                    fields = pathlib.Path(f"/proc/{pid}/stat").read_text("latin-1").rsplit(")", 1)[1].split()
                except OSError:
                    continue
                total += int(fields[11]) + int(fields[12])
        return total / os.sysconf("SC_CLK_TCK")

    def end(self):
        if self.session is not None:
            self.session.stop()
        for process in reversed(self.processes):
            found = _descendants(process.pid)
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            for pid in found:
                try:
                    os.kill(pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass
        self.processes = []


def _descendants(pid):
    """The processes that a process has started, directly or indirectly."""
    children = {}
    for folder in pathlib.Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                fields = (folder / "stat").read_text("latin-1").rsplit(")", 1)[1].split()
            except OSError:
                continue
            children.setdefault(int(fields[1]), []).append(int(folder.name))
    found, waiting = [], [pid]
    while waiting:
        more = children.get(waiting.pop(), [])
        found += more
        waiting += more
    return found


def _free_port():
    with socket.socket() as one:
        one.bind((HOST, 0))
        return one.getsockname()[1]


def _answers(url):
    try:
        with urllib.request.urlopen(url, timeout=5) as reply:
            return reply.read().decode("utf-8").replace(" ", "")
    except OSError:
        return ""


def _wait(is_done, what, seconds=60):
    end = time.monotonic() + seconds
    while not is_done():
        if time.monotonic() > end:
            raise TimeoutError(f"{what} did not come within {seconds} s")
        time.sleep(0.2)
