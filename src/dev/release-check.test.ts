import { describe, expect, it } from 'vitest'
import { ReleaseFolder } from '../testing/release-folder.ts'
import { releaseRefusals } from './release-check.ts'

describe('a release', () => {
  it('is let through where everything agrees, before it has its tag and after', () => {
    using release = new ReleaseFolder()
    release.commit()
    const tag = `v${release.version}`
    expect(releaseRefusals(release.path, tag)).toEqual([])
    release.git('tag', tag)
    expect(releaseRefusals(release.path, tag)).toEqual([])
  })

  it('is refused for each fault of each kind, in a line', () => {
    using release = new ReleaseFolder()
    release.commit()
    release.git('tag', `v${release.version}`)
    release.git('commit', '--quiet', '--allow-empty', '--message', 'later')
    release.replace('CHANGELOG.md', '- What is new.', '')
    release.replace('docs/reference.md', 'DATABASE_URL', 'DATABASE')
    release.replace('Dockerfile', 'USER node\n', '')
    release.replace('compose.yaml', 'data:/data', 'data:/app')
    release.replace('README.md', 'Node 20.19', 'Node 20')
    release.write('dist/main.js', 'import("./lost.js")')
    release.write('new.ts', '')
    expect(releaseRefusals(release.path, `v${release.version}`)).toEqual([
      'the working tree is not clean: M CHANGELOG.md',
      'the working tree is not clean: M Dockerfile',
      'the working tree is not clean: M README.md',
      'the working tree is not clean: M compose.yaml',
      'the working tree is not clean: M docs/reference.md',
      'the working tree is not clean: ?? new.ts',
      expect.stringMatching(/^tag v\S+ is at [0-9a-f]{40}, and what is here at [0-9a-f]{40}$/),
      `CHANGELOG.md: ${release.version} has no lines`,
      'docs/reference.md is out of date: run npm run docs',
      'dist/main.js needs dist/lost.js, which is missing: run npm run build',
      'Dockerfile: runs as root: it needs a USER',
      'compose.yaml: citable: nothing is mounted at /data, the volume of the image',
      'README.md does not say "Node 20.19 or newer", as package.json does',
    ])
  })

  it('is refused with a file that is no YAML, which stands for what it would say', () => {
    using release = new ReleaseFolder()
    release.replace('compose.yaml', 'image: citable', 'image: citable: latest')
    release.commit()
    expect(releaseRefusals(release.path)).toEqual([
      expect.stringMatching(
        /^compose\.yaml: Nested mappings are not allowed .* at line \d+, column \d+:$/,
      ),
    ])
  })
})
