import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startAlcove, type AlcoveServer } from '../e2e/alcove-server.ts'

const ROOT = join(import.meta.dirname, '..')
const SECRET = 'a secret of both sides, for these tests'
const PAGE = readFileSync(join(ROOT, 'docs/tokens.md'), 'utf8')

interface Sample {
  /** The language of the page's code fence. */
  readonly language: string
  readonly program: string
  /** Name of the Debian package. */
  readonly debian: string
  /** Argument that prints the program's version. */
  readonly version: string
  readonly file: string
  /** Code that prints a token of `ada`, in a separate file or appended to the sample. */
  readonly caller: { readonly file?: string; readonly code: string }
  readonly args: readonly string[]
}

const SAMPLES: readonly Sample[] = [
  {
    language: 'js',
    program: process.execPath,
    debian: 'nodejs',
    version: '--version',
    file: 'token.mjs',
    caller: {
      file: 'main.mjs',
      code: "import { chatToken } from './token.mjs'\nprocess.stdout.write(await chatToken('ada'))",
    },
    args: ['main.mjs'],
  },
  {
    language: 'python',
    program: 'python3',
    debian: 'python3',
    version: '--version',
    file: 'token_sample.py',
    caller: { code: 'print(chat_token("ada"), end="")' },
    args: ['token_sample.py'],
  },
  {
    language: 'php',
    program: 'php',
    debian: 'php-cli',
    version: '--version',
    file: 'token.php',
    caller: { code: "echo chat_token('ada');" },
    args: ['token.php'],
  },
  {
    language: 'ruby',
    program: 'ruby',
    debian: 'ruby',
    version: '--version',
    file: 'token.rb',
    caller: { code: "print chat_token('ada')" },
    args: ['token.rb'],
  },
  {
    language: 'go',
    program: 'go',
    debian: 'golang-go',
    version: 'version',
    file: 'token.go',
    caller: {
      file: 'main.go',
      code: 'package main\n\nimport "fmt"\n\nfunc main() { fmt.Print(ChatToken("ada")) }\n',
    },
    args: ['run', 'token.go', 'main.go'],
  },
]

const codeOf = (language: string): string => {
  const [, code] = new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'm').exec(PAGE) ?? []
  if (code === undefined) throw new Error(`docs/tokens.md has no sample in ${language}.`)
  return code
}

/** Installs missing programs where all tests run; elsewhere only installed ones are tested. */
function isHere({ program, version, debian }: Sample): boolean {
  const hasIt = () => spawnSync(program, [version]).status === 0
  if (hasIt()) return true
  if (process.env['ALCOVE_TEST_LONG'] !== '1') return false
  spawnSync('apt-get', ['install', '-y', '--no-install-recommends', debian])
  return hasIt()
}

/** Runs the sample and returns its token for `ada`. */
function runSample({ language, program, file, caller, args }: Sample, secret: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'alcove-token-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  const code = codeOf(language).replace(/^package \w+$/m, 'package main')
  writeFileSync(join(folder, file), caller.file ? code : `${code}\n${caller.code}\n`)
  if (caller.file) writeFileSync(join(folder, caller.file), caller.code)
  const { stdout, stderr, status } = spawnSync(program, args, {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, ALCOVE_HOST_SECRET: secret, GOFLAGS: '-mod=mod', GO111MODULE: 'off' },
  })
  expect(stderr).toBe('')
  expect(status).toBe(0)
  return stdout
}

let alcove: AlcoveServer
beforeAll(async () => {
  alcove = await startAlcove({ env: { ALCOVE_HOST_SECRET: SECRET } })
})
afterAll(async () => void (await alcove.stop()))

const askWith = async (token: string) =>
  fetch(`http://127.0.0.1:${alcove.port}/v1/threads`, {
    headers: { authorization: `Bearer ${token}` },
  })

const present = SAMPLES.filter(isHere)

for (const sample of SAMPLES) {
  const { language, program } = sample
  const isMissing = !present.includes(sample)
  const title = `the token of the sample in ${language} is accepted, with the right secret alone`
  test.skipIf(isMissing)(
    isMissing ? `${title}: ${program} is not on this machine` : title,
    async () => {
      expect((await askWith(runSample(sample, SECRET))).status).toBe(200)
      const other = runSample(sample, 'another secret, which is as long as that')
      expect((await askWith(other)).status).toBe(403)
    },
  )
}

test('every language of the page has a sample that is run (D21)', () => {
  const languages = [...PAGE.matchAll(/^### (?:Node|Python|PHP|Ruby|Go)\n\n```(\w+)$/gm)]

  console.log(`figure: token samples of ${SAMPLES.length} languages, ${present.length} of them run`)
  expect(languages.map(([, language]) => language)).toEqual(SAMPLES.map(({ language }) => language))
})
