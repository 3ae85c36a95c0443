import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { REPOSITORY_ROOT } from './repository-root.ts'
import { runNode } from './run-command.ts'
import { START_LIMIT_MS } from './test-limits.ts'

const DOCUMENTS = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'e2e/model-server/README.md',
  ...readdirSync(join(REPOSITORY_ROOT, 'docs')).map((name) => `docs/${name}`),
].filter((path) => path.endsWith('.md'))
/** Programs that an operator's machine has, or that the text beside the command requires. */
const PROGRAMS = [
  'cp',
  'curl',
  'export',
  'docker',
  'git',
  'journalctl',
  'openssl',
  'sha256sum',
  'sudo',
]
const NPM = ['ci', 'install', 'start', 'test']
const BLOCK = /^```sh\n([^]*?)^```$/gm
const INLINE = /`((?:node|npm|npx) [^`]+)`/g
const HERE_DOCUMENT = /^cat > \S+ <<(\w+)\n[^]*?^\1$/gm
const SETTINGS = /^(?:[A-Z][A-Z_\d]*=(?:"[^"]*"|\$\([^)]*\)|\S*)(?:\s+|$))*/

const { scripts } = JSON.parse(readFileSync(join(REPOSITORY_ROOT, 'package.json'), 'utf8')) as {
  scripts: Readonly<Record<string, string>>
}

/** The commands of a page, without settings and comments. */
function commandsOf(page: string): string[] {
  const blocks = [...page.matchAll(BLOCK)].map(([, block = '']) =>
    block.replaceAll(HERE_DOCUMENT, ''),
  )
  const lines = blocks.flatMap((block) => block.split('\n').flatMap((line) => line.split(' && ')))
  const inline = [...page.matchAll(INLINE)].map(([, command = '']) => command)
  return [...lines, ...inline].flatMap((line) => {
    // Commands within a setting count as well.
    const made = [...line.matchAll(/\$\((npm [^)]+)\)/g)].map(([, command = '']) => command)
    return [
      ...made,
      line
        .replace(/(^|\s)#.*/, '')
        .trim()
        .replace(SETTINGS, ''),
    ].filter(Boolean)
  })
}

/** Why a command does not run on a machine with Node 20 and npm; undefined if it does. */
function whyNot(command: string): string | undefined {
  const [program = '', ...words] = command.split(/\s+/)
  if (PROGRAMS.includes(program)) return undefined
  if (program === 'node') {
    return words[0] === 'scripts/node.mjs' ? undefined : 'it takes the machine’s own Node'
  }
  // A command of the npm package in the page's project: with --no, npx fetches no package of another maker.
  if (command.startsWith('npx --no alcove doctor ')) return undefined
  // A command of the published server; a test compares its list with that of the clone.
  if (/^npx (alcove-server|file:\.\/alcove-server-<version>\.tgz)( |$)/.test(command))
    return undefined
  if (program !== 'npm') return 'nothing says where the program comes from'
  const [verb = '', name] = words.filter((word) => word !== '--silent')
  if (verb !== 'run') return NPM.includes(verb) ? undefined : `npm ${verb} is not ours to promise`
  // A command of npm itself.
  if (name === undefined) return undefined
  const script = scripts[name]
  if (script === undefined) return `package.json has no script "${name}"`
  return /^(node scripts\/node\.mjs|npm install) /.test(script)
    ? undefined
    : 'its script takes the machine’s own Node'
}

const commands = DOCUMENTS.flatMap((path) =>
  commandsOf(readFileSync(join(REPOSITORY_ROOT, path), 'utf8')).map((command) => ({
    path,
    command,
  })),
)

test('every documented command runs on a machine with Node 20', () => {
  const refused = commands.flatMap(({ path, command }) => {
    const reason = whyNot(command)
    return reason === undefined ? [] : [`${path}: ${command}: ${reason}`]
  })

  expect(refused).toEqual([])
  expect(commands.length).toBeGreaterThan(30)
})

test('the command line knows every documented command of the operator', async () => {
  const options = { root: REPOSITORY_ROOT, limitMs: START_LIMIT_MS }
  const { output } = await runNode(['server/cli/main.ts', 'help'], options)
  const known = [...output.matchAll(/^ {2}(\w[\w-]*(?: \w[\w-]*)?)/gm)].map(([, name = '']) => name)
  const named = commands.flatMap(({ command }) => /\balcove -- (.+)/.exec(command)?.slice(1) ?? [])
  const isKnown = (words: string): boolean =>
    known.some((name) => `${words} `.startsWith(`${name} `)) || /^(help|…)$/.test(words)

  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((words) => !isKnown(words))).toEqual([])
  expect(isKnown('project fly')).toBe(false)
})

test.each([
  ['```sh\nnode e2e/model-server/main.ts 8799\n```', 'it takes the machine’s own Node'],
  ['```sh\nA=1 B="x y" node server/main.ts # note\n```', 'it takes the machine’s own Node'],
  ['Start `node server/main.ts` then.', 'it takes the machine’s own Node'],
  ['```sh\nnpm run fly\n```', 'package.json has no script "fly"'],
  ['```sh\nTOKEN=$(npm run --silent fly -- x)\n```', 'package.json has no script "fly"'],
  ['```sh\nnpm run build && psql\n```', 'nothing says where the program comes from'],
])('finds the fault of %j', (page, reason) => {
  expect(commandsOf(page).flatMap((command) => whyNot(command) ?? [])).toEqual([reason])
})
