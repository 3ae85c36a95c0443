import { findImportedPackages } from '../../scripts/imported-packages.ts'
import { REPOSITORY_ROOT } from '../../scripts/repository-root.ts'
import { expect, test } from '../fixtures.ts'

test(
  'the service gives the licence of every package that its frame imports',
  { tag: '@nightly' },
  async ({ alcove }) => {
    const names = findImportedPackages(REPOSITORY_ROOT, ['widget/main.tsx'])
    // Includes the worker, which is a separate build.
    expect(names).toEqual(expect.arrayContaining(['react', 'highlight.js', 'temml']))

    const response = await fetch(`http://127.0.0.1:${alcove.port}/frame/third-party-licenses.txt`)
    expect(response.status).toBe(200)
    const text = await response.text()
    const titles = [...text.matchAll(/^-{72}\n(\S+) \S+ \(/gm)].map(([, name]) => name)
    expect(titles).toEqual(expect.arrayContaining(names))
    // Their dependencies are listed as well.
    expect(titles).toEqual(expect.arrayContaining(['scheduler', '@floating-ui/core']))
  },
)
