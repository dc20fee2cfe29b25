"""Builds the site: installs the pinned tools, runs javadoc and Sphinx, and checks all links. `./tellask docs` runs it.

    python3 build.py CLASSPATH [OUT]

CLASSPATH is a file with the jars that the modules need, one a line; OUT is target/site unless given, and else must not
exist. JAVA_HOME names the JDK. Exit codes: 0 done, 1 something in the pages is wrong, 3 the tools are not there.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
TARGET = ROOT / "target"
TOOLS = TARGET / "site-tools"
LOG = TARGET / "tellask-docs.log"
REQUIREMENTS = HERE / "requirements.txt"
OLDEST_PYTHON = (3, 11)
WRONG, NO_TOOLS = 1, 3


def stop(code, text):
    print(f"tellask: {text}", file=sys.stderr)
    sys.exit(code)


def say(text):
    print(f"  {text}", file=sys.stderr, flush=True)


def run(command, failure, code=WRONG):
    """Runs a command and appends what it says to the log; ends with that if it fails."""
    with LOG.open("a") as log:
        log.write(f"\n$ {' '.join(map(str, command))}\n")
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    with LOG.open("a") as log:
        log.write(done.stdout)
    if done.returncode:
        print("\n".join(done.stdout.strip().splitlines()[-40:]), file=sys.stderr)
        stop(code, f"{failure}; all output is in {LOG}")
    return done.stdout.strip()


def install_tools():
    """A virtual environment with exactly what requirements.txt lists, made anew when that has changed."""
    installed = TOOLS / "requirements.txt"
    if installed.exists() and installed.read_bytes() == REQUIREMENTS.read_bytes():
        return
    say("tools      Sphinx and what it needs, into target/site-tools")
    shutil.rmtree(TOOLS, ignore_errors=True)
    run(
        [sys.executable, "-m", "venv", TOOLS],
        "python3 cannot make a virtual environment; on Debian and Ubuntu 'apt install python3-venv' adds it",
        NO_TOOLS,
    )
    run(
        [TOOLS / "bin/python", "-m", "pip", "install", "--require-hashes", "--only-binary=:all:", "-r", REQUIREMENTS],
        "pip cannot install docs/site/requirements.txt; it needs PyPI, a mirror (PIP_INDEX_URL) or its cache",
        NO_TOOLS,
    )
    shutil.copy(REQUIREMENTS, installed)


OPTIONAL = {
    "aeron": ["io/aeron/aeron-client", "io/aeron/aeron-driver", "io/aeron/aeron-annotations", "io/aeron/aeron-archive", "io/aeron/aeron-cluster"],
    "agrona": ["org/agrona/agrona"],
    "jgroups": ["org/jgroups/jgroups"],
    "jgroups-raft": ["org/jgroups/jgroups-raft"],
    "bouncycastle": ["org/bouncycastle/bcprov-jdk18on"],
    "jspecify": ["org/jspecify/jspecify"],
    "brotli4j": ["com/aayushatharva/brotli4j/brotli4j", "com/aayushatharva/brotli4j/service"],
    "nimbus": ["com/nimbusds/nimbus-jose-jwt"],
    "opentelemetry": ["io/opentelemetry/opentelemetry-api", "io/opentelemetry/opentelemetry-context", "io/opentelemetry/opentelemetry-common"],
}
"""What the program has not, or what is only compiled against, by the property of pom.xml that has its version."""


def module_path(class_path):
    """The jars that our modules require: those of the program, and what is only compiled against."""
    jars = [line for line in class_path.read_text().splitlines() if line.endswith(".jar")]
    repository = next(jar.split("/io/netty/")[0] for jar in jars if "/io/netty/" in jar)
    pom = (ROOT / "pom.xml").read_text()
    for name, paths in OPTIONAL.items():
        version = re.search(rf"<{name}.version>(.*)</", pom).group(1)
        jars += [f"{repository}/{path}/{version}/{path.split('/')[-1]}-{version}.jar" for path in paths]
    return os.pathsep.join(jars)


def libraries():
    """The modules that export something to everybody, by name, with the folder of their sources."""
    found = {}
    for file in sorted(ROOT.glob("*/src/main/java/module-info.java")):
        text = file.read_text()
        if file.parts[-5] != "examples" and re.search(r"exports [\w.]+;", text):
            found[re.search(r"^module ([\w.]+)", text, re.MULTILINE).group(1)] = file.parent
    return found


def javadoc(class_path, out):
    modules = libraries()
    say(f"javadoc    {len(modules)} modules")
    command = [Path(os.environ["JAVA_HOME"]) / "bin/javadoc", "-d", out, "-quiet", "-notimestamp", "-encoding", "UTF-8"]
    command += ["-Xdoclint:all,-missing", "--show-packages", "exported", "--show-module-contents", "api"]
    command += ["-doctitle", "Tellask", "-windowtitle", "Tellask"]
    command += ["-header", '<a href="{@docRoot}/../index.html">Guides</a>']
    command += ["--module-path", module_path(class_path), "--module", ",".join(modules)]
    for name, sources in modules.items():
        command += ["--module-source-path", f"{name}={sources}"]
    said = run(command, "javadoc failed")
    # in place of -Werror, which cannot be told that the Vector API is an incubator on purpose
    doubts = [line for line in said.splitlines() if "warning:" in line and "[incubating]" not in line]
    if doubts:
        print("\n".join(doubts[:40]), file=sys.stderr)
        stop(WRONG, f"javadoc has warnings; all output is in {LOG}")


def pages(out):
    say("pages      README.md and docs")
    command = [TOOLS / "bin/python", "-m", "sphinx", "-q", "-W", "--keep-going", "-c", HERE, "-b", "html"]
    run(command + ["-d", TARGET / "site-trees", ROOT, out], "Sphinx failed")
    for leftover in (".buildinfo", "objects.inv", "_sources"):
        path = out / leftover
        shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
    shutil.copy(out / "README.html", out / "index.html")


def main(class_path, out):
    if sys.version_info < OLDEST_PYTHON:
        needed = ".".join(map(str, OLDEST_PYTHON))
        stop(NO_TOOLS, f"Python {sys.version.split()[0]} is too old; the site's tools need {needed} or newer")
    TARGET.mkdir(exist_ok=True)
    LOG.write_text("")
    install_tools()
    if out == TARGET / "site":
        shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    javadoc(class_path, out / "javadoc")
    pages(out)
    say("links      " + run([sys.executable, HERE / "links.py", out], "links lead nowhere").removeprefix("links: "))
    print(out / "index.html")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]) if len(sys.argv) > 2 else TARGET / "site")
