import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { REPOSITORY_ROOT } from './repository-root.ts'

const page = readFileSync(join(REPOSITORY_ROOT, 'CONTRIBUTING.md'), 'utf8')

/** Of a name such as `widget/{host,ui}`, each that it stands for. */
function expand(name: string): string[] {
  const [whole, list = ''] = /\{([^}]*)\}/.exec(name) ?? []
  if (whole === undefined) return [name]
  return list.split(',').flatMap((part) => expand(name.replace(whole, part.trim())))
}

/** Files and folders that the page names whole; `<name>` and `…` stand for those that somebody makes. */
const named = [...page.matchAll(/`([a-z]+\/[\w./{},-]+)`/g)]
  .flatMap(([, name = '']) => expand(name))
  .filter((name) => name !== 'e2e/area.spec.ts')

test('each file that the page names is there', () => {
  expect(named.length).toBeGreaterThan(60)
  expect(named.filter((name) => !existsSync(join(REPOSITORY_ROOT, name)))).toEqual([])
})

test('each file that an example takes is there', () => {
  const taken = [...page.matchAll(/from '[./]+\/([\w/-]+\.tsx?)'/g)].map(([, path = '']) => path)

  expect(taken.length).toBeGreaterThan(6)
  const isThere = (path: string) =>
    globSync([path, `{e2e,server,shared,widget}/**/${path}`], { cwd: REPOSITORY_ROOT }).length > 0
  expect(taken.filter((path) => !isThere(path))).toEqual([])
})

test('one name may stand for several files', () => {
  expect(expand('a/{b,c}.ts')).toEqual(['a/b.ts', 'a/c.ts'])
})
