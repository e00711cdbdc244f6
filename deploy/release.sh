#!/bin/sh
# Makes a release, one step at a time: deploy/release.sh build|scan|publish|sign (docs/install.md).
# .github/workflows/release.yml runs the same steps. ENGINE=podman builds with Podman.
set -eu
cd "$(dirname "$0")/.."

images='api worker migrate operate'
out=.data/release
version=$(sed -n 's/^  "version": "\(.*\)",$/\1/p' package.json)
engine=${ENGINE:-docker}
registry=$(echo "${REGISTRY:-}" | tr '[:upper:]' '[:lower:]')

refuse() {
  echo "$1" >&2
  exit 1
}

need_registry() {
  [ -n "$registry" ] || refuse 'REGISTRY names where the images go, such as ghcr.io/acme/foyer.'
}

# Builds the chart, and the images as files, so that exactly the scanned images are published.
build() {
  rm -rf "$out"
  mkdir -p "$out"
  for image in $images; do
    "$engine" build --target "$image" --tag "foyer-$image:$version" \
      --label "org.opencontainers.image.version=$version" \
      --label "org.opencontainers.image.revision=$(git rev-parse HEAD)" .
    "$engine" save --output "$out/$image.tar" "foyer-$image:$version"
  done
  helm package deploy/helm/foyer --destination "$out"
}

# Checks the lock file for advisories, then each image with its Debian packages. Ignores vulnerabilities of images
# without a fix.
scan() {
  node tools/run/bootstrap.mjs start tools/supply/advisories
  for image in $images; do
    "${SYFT:-syft}" scan "docker-archive:$out/$image.tar" --output "cyclonedx-json=$out/$image.cdx.json"
    "${GRYPE:-grype}" "sbom:$out/$image.cdx.json" --only-fixed --fail-on high
  done
}

publish() {
  git tag --points-at HEAD | grep -Fqx "v$version" \
    || refuse "Only a tag is published: this commit is not v$version, the version in package.json."
  need_registry
  for image in $images; do
    [ -f "$out/$image.cdx.json" ] || refuse "The image $image is not scanned: run deploy/release.sh scan."
    skopeo copy --digestfile "$out/$image.digest" \
      "docker-archive:$out/$image.tar" "docker://$registry/foyer-$image:$version"
  done
  helm push "$out/foyer-$version.tgz" "oci://$registry/charts" 2>&1 | tee "$out/chart.log"
  sed -n 's/^Digest: //p' "$out/chart.log" > "$out/chart.digest"
}

# Signs by digest, with the identity of the workflow instead of a key.
sign() {
  need_registry
  for image in $images; do
    reference="$registry/foyer-$image@$(cat "$out/$image.digest")"
    cosign sign --yes "$reference"
    cosign attest --yes --type cyclonedx --predicate "$out/$image.cdx.json" "$reference"
    attest_provenance "$reference"
  done
  reference="$registry/charts/foyer@$(cat "$out/chart.digest")"
  cosign sign --yes "$reference"
  attest_provenance "$reference"
}

# Attests SLSA provenance: the commit and the workflow run. Does nothing outside a workflow.
attest_provenance() {
  [ -n "${GITHUB_RUN_ID:-}" ] || return 0
  repository="$GITHUB_SERVER_URL/$GITHUB_REPOSITORY"
  cat > "$out/provenance.json" <<END
{
  "buildDefinition": {
    "buildType": "https://slsa-framework.github.io/github-actions-buildtypes/workflow/v1",
    "externalParameters": {
      "workflow": { "ref": "$GITHUB_REF", "repository": "$repository", "path": ".github/workflows/release.yml" }
    },
    "resolvedDependencies": [{ "uri": "git+$repository@$GITHUB_REF", "digest": { "gitCommit": "$GITHUB_SHA" } }]
  },
  "runDetails": {
    "builder": { "id": "https://github.com/actions/runner/github-hosted" },
    "metadata": { "invocationId": "$repository/actions/runs/$GITHUB_RUN_ID/attempts/$GITHUB_RUN_ATTEMPT" }
  }
}
END
  cosign attest --yes --type slsaprovenance1 --predicate "$out/provenance.json" "$1"
}

case ${1:-} in
  build | scan | publish | sign) "$1" ;;
  *) refuse 'Say which step: deploy/release.sh build, scan, publish or sign.' ;;
esac
