"""Standard input, pipes and devices: read once, or one clear error; nothing waits for ever."""

import gzip
import os
import socket
import subprocess
import sys
import threading

import pytest

import setrisk
from setrisk.errors import BadInput

pytestmark = pytest.mark.skipif(os.name == "nt", reason="these are names of POSIX")


@pytest.fixture(scope="module")
def con():
    with setrisk.connect() as con:
        yield con


def piped(data):
    """The path of a pipe that a shell would hand over, into which another thread writes."""
    reading, writing = os.pipe()

    def write():
        with os.fdopen(writing, "wb") as pipe:
            pipe.write(data)

    threading.Thread(target=write, daemon=True).start()
    return reading


@pytest.mark.parametrize(
    ("data", "how", "n_items"),
    [
        (b"a,b\nc\n" * 50_000, {"format": "baskets"}, 3),
        (gzip.compress(b"1 2\n3\n", mtime=0), {"format": "fimi"}, 3),
        (b"id,item\r\n1,a\n1,b\r\n", {"format": "long"}, 2),
        (b'[{"items": ["a", "b"]},\n{"items": ["c"]}]', {"format": "lists"}, 3),
        (b'{"items": ["a", "b"]}\n{"items": ["c"]}\n', {"format": "lists"}, 3),
    ],
)
def test_a_pipe_that_is_handed_over_is_read_once(con, data, how, n_items):
    number = piped(data)
    try:
        assert setrisk.load(con, "d", f"/dev/fd/{number}", replace=True, **how).n_items == n_items
    finally:
        os.close(number)


def test_errors_of_a_pipe_name_its_line(con):
    number = piped(b"1 2\nx\n")
    try:
        with pytest.raises(BadInput, match=rf"^/dev/fd/{number}:2: not FIMI"):
            setrisk.load(con, "bad", f"/dev/fd/{number}", format="fimi")
    finally:
        os.close(number)


def test_a_named_pipe_is_refused_instead_of_waited_for(con, tmp_path):
    os.mkfifo(tmp_path / "pipe.txt")
    for how in ({}, {"format": "fimi"}, {"format": "long"}):
        with pytest.raises(BadInput, match=r"pipe\.txt: is a named pipe, which may never end"):
            setrisk.load(con, "bad", tmp_path / "pipe.txt", **how)
    with pytest.raises(BadInput, match=r"pipe\.txt: is a named pipe"):
        setrisk.embed(con, "v", tmp_path / "pipe.txt")


@pytest.mark.parametrize("path", ["/dev/zero", "/dev/null", "/dev/tty"])
def test_a_device_is_no_file(con, path):
    if not os.path.exists(path):
        pytest.skip(f"there is no {path}")
    with pytest.raises(BadInput, match=rf"^{path}: is a device, not a file"):
        setrisk.load(con, "bad", path, format="baskets")


def test_a_socket_is_no_file(con, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # the path of a socket is short
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind("s.txt")
        with pytest.raises(BadInput, match=r"^s\.txt: is a device, not a file"):
            setrisk.load(con, "bad", "s.txt")


def run(folder, *words, command="{}", **how):
    """The command line in a process of its own, which alone has a standard input to close."""
    program = [sys.executable, "-c", "import setrisk.cli; setrisk.cli.main()", "load", "my.duckdb", "d", *words]
    shell = ["sh", "-c", command.format('exec "$@"'), "sh", *program]
    ran = subprocess.run(shell, cwd=folder, capture_output=True, timeout=120, check=False, **how)
    return ran.returncode, ran.stdout.decode(), ran.stderr.decode()


def test_standard_input_is_a_source(tmp_path):
    code, said, error = run(tmp_path, "-", "--format", "baskets", input=b"whole milk,beer\nbeer\n" * 9)
    assert (code, error) == (0, "")
    assert "2 items, separated by commas; `--separator` overrides" in said


@pytest.mark.parametrize(
    ("command", "data", "message"),
    [
        ("{} <&-", None, "/dev/stdin: is closed: nothing can be read from it"),
        ("{} </dev/null", None, "/dev/stdin: is a device, not a file"),
        ("{}", b"", "/dev/stdin: holds no transaction"),
        ("{}", bytes(range(256)) * 9, "/dev/stdin:1: holds a NUL character, which is not text: remove it"),
        ("{}", b"\xe9\xff\n", "/dev/stdin:1: Invalid unicode"),
    ],
)
def test_standard_input_that_is_closed_or_no_text_is_one_error(tmp_path, command, data, message):
    code, said, error = run(tmp_path, "-", "--format", "baskets", command=command, input=data)
    assert (code, said) == (2, "")
    assert error.startswith(f"setrisk: {message}")
    assert error.count("\n") == 1
    assert not (tmp_path / "my.duckdb").exists()
