"""Docutils as a long-running reader: requests and answers are those of pandoc.lua."""

import re
import sys

from docutils import nodes
from docutils.core import publish_doctree

WORD = re.compile(r"(?:zaq|hed|lab|nte)\d+", re.I)
SETTINGS = {"report_level": 5, "halt_level": 6, "input_encoding": "unicode", "file_insertion_enabled": False, "doctitle_xform": False, "docinfo_xform": False}
OUTLINE = (nodes.section, nodes.document)


def places(text):
    found = []

    def say(words, node, heading):
        path, inside = [], node
        while inside.parent is not None:
            inside = inside.parent
            if not isinstance(inside, OUTLINE):
                path.append(inside.tagname)
        for word in WORD.findall(words):
            word = word.lower()
            found.append("%s /%s %s" % (word, "/".join(reversed(path)), "-" if word.startswith("nte") else heading))

    def heading(node):
        while node is not None:
            if isinstance(node, nodes.section):
                title = node.next_node(nodes.title)
                return title.astext().replace(" ", "_") if title is not None else "?"
            node = node.parent
        return "-"

    tree = publish_doctree(text, settings_overrides=SETTINGS)
    for contents in tree.traverse(lambda node: isinstance(node, nodes.topic) and "contents" in node["classes"]):
        contents.clear()  # it repeats all headings
    for node in tree.traverse():
        if isinstance(node, nodes.Text):
            isTitle = isinstance(node.parent, nodes.title)
            say(node.astext(), node, "-" if isTitle else heading(node))
        elif isinstance(node, nodes.Element) and not isinstance(node, (nodes.problematic, nodes.system_message)):
            for name in node.get("names", []):
                if name.startswith("lab"):
                    first = WORD.search(node.astext())
                    say(name, node, heading(node))
                    found.append("%s-names %s -" % (name, first.group(0) if first else node.tagname))
    return found


def main():
    stdin, stdout = sys.stdin.buffer, sys.stdout
    while True:
        line = stdin.readline()
        if not line:
            return
        text = stdin.read(int(line.split()[1])).decode("utf-8")
        try:
            for found in places(text):
                stdout.write(found + "\n")
        except Exception as e:  # what docutils itself cannot read
            stdout.write("! %s\n" % str(e).replace("\n", " "))
        stdout.write("\n")
        stdout.flush()


main()
