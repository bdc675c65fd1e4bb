"""The export of a results folder as an RO-Crate, read by the packages of the community."""

import subprocess
from importlib.resources import files

import pytest
from requests import Response

JSON_LD = "application/ld+json"


@pytest.fixture(scope="module")
def crate(program, results, tmp_path_factory):
    out = tmp_path_factory.mktemp("crate") / "small"
    subprocess.run([program, "export", results.folder, "--to", "ro-crate", "--license", "CC-BY-4.0", "--out", out], check=True)
    return out


def test_the_package_rocrate_reads_every_file_and_the_run(crate, results):
    rocrate = pytest.importorskip("rocrate.rocrate")
    read = rocrate.ROCrate(crate)
    described = {entity.id for entity in read.get_entities() if entity.type == "File"}
    there = {path.relative_to(crate).as_posix() for path in crate.rglob("*") if path.is_file()}
    assert described == there - {"ro-crate-metadata.json"} and {"trials.csv", "report.html", "sweep.toml"} <= described
    run = read.get("#run")
    assert read.root_dataset["mentions"] == [run] or read.root_dataset["mentions"] == run
    assert run["instrument"]["name"] == "evocube" and run["object"].id == "sweep.toml"
    assert {result.id for result in run["result"]} == described - {"sweep.toml"}
    assert "12 trials" in run["description"] and results.name in read.name
    assert read.root_dataset["conformsTo"].id == "https://w3id.org/ro/wfrun/process/0.5"


def test_the_crate_has_all_that_its_profile_requires(crate, monkeypatch):
    models = pytest.importorskip("rocrate_validator.models")
    services = pytest.importorskip("rocrate_validator.services")
    from rocrate_validator.utils.http import HttpRequester

    # The context of JSON-LD is that of the package rocrate, a later version with the same terms, so that the test needs no network.
    context = files("rocrate").joinpath("data/ro-crate.jsonld").read_text()
    asked = []

    def get(self, url, **options):
        asked.append(url)
        response = Response()
        response.status_code, response._content, response.headers["Content-Type"] = 200, context.encode(), JSON_LD
        return response

    monkeypatch.setattr(HttpRequester, "get", get, raising=False)
    monkeypatch.setattr(HttpRequester, "head", get, raising=False)
    settings = models.ValidationSettings(
        rocrate_uri=str(crate),
        profile_identifier="process-run-crate-0.5",
        requirement_severity=models.Severity.RECOMMENDED,
    )
    issues = {issue.check.identifier: issue for issue in services.validate(settings).get_issues()}
    required = [issue.message for issue in issues.values() if issue.severity == models.Severity.REQUIRED]
    assert not required and set(asked) == {"https://w3id.org/ro/crate/1.1/context"}
    # Recommended, too, are what only the depositor knows, and a page of the program on the web.
    unknown = ["agent", "author", "publisher", "url", "absolute URI"]
    messages = [issue.message for issue in issues.values()]
    assert all(any(word in message for word in unknown) for message in messages), messages
