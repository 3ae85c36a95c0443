import { basename } from 'node:path'
import type { Plugin } from 'vite'

const EXPORTS = /export\s*\{([^}]*)\};?\s*$/
const STATIC_IMPORT = /^\s*import\b(?!\s*\()/m
/** The list of files that the bundler's helper fetches ahead of a later file, and one use of it. */
const AHEAD_LIST = /m\.f=(\[[^\]]*\])/
const AHEAD_USE = /__vite__mapDeps\(\[([\d,]*)\]\)/g

/**
 * Makes the app's first file a classic script, whose code cache Chromium reads in a frame: it writes that of a module,
 * and compiles the module again at each opening. The later files are modules; they take the exports of the first from a
 * global variable, which that script has set before it imports them.
 */
export function classicApp(): Plugin {
  return {
    name: 'alcove-classic-app',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const files = Object.values(bundle).filter((file) => file.type === 'chunk')
        const entry = files.find(({ isEntry }) => isEntry)
        if (!entry) throw new Error('The build of the frame has no first file.')
        const own = new Set([entry.fileName, ...(entry.viteMetadata?.importedCss ?? [])])
        for (const file of files) {
          file.code = withoutAhead(file.code, own)
          if (file !== entry) file.code = readExports(file.code, basename(entry.fileName))
        }
        entry.code = toClassic(entry.code)
      },
    },
  }
}

/** Wraps the first file, which the early script loads after the first paint. */
function toClassic(code: string): string {
  const [whole, exported] = EXPORTS.exec(code) ?? []
  if (whole === undefined || exported === undefined)
    throw new Error('The first file of the frame has no list of exports at its end.')
  const body = code
    .slice(0, -whole.length)
    // The bundler's own helper resolves addresses; all of them are absolute.
    .replaceAll('import.meta.resolve', 'undefined')
    .replaceAll('import.meta.url', 'location.href')
  if (STATIC_IMPORT.test(body) || body.includes('import.meta'))
    throw new Error('The first file of the frame can only run as a module.')
  const values = splitNames(exported).map(([own = '', name = own]) => `${name}:${own}`)
  const run = `()=>{${body}\nself.alcoveApp={${values.join()}}}`
  return `(self.alcoveEarly?.start??(run=>run()))(${run});\n`
}

/** Replaces imports from the first file. */
function readExports(code: string, first: string): string {
  const from = String.raw`["'\x60]\./${first.replaceAll('.', String.raw`\.`)}["'\x60]`
  const named = new RegExp(String.raw`import\s*\{([^}]*)\}\s*from\s*${from};?`, 'g')
  const read = code
    .replace(named, (_, list: string) => {
      const names = splitNames(list).map(([name = '', own = name]) => `${name}:${own}`)
      return `const{${names.join()}}=self.alcoveApp;`
    })
    .replace(new RegExp(String.raw`import\s*${from};?`, 'g'), '')
  if (read.includes(`./${first}`)) throw new Error(`A later file imports ${first} in another way.`)
  return read
}

/** `a as b, c` as pairs. */
const splitNames = (list: string): string[][] =>
  list
    .split(',')
    .filter((item) => item.trim() !== '')
    .map((item) => item.trim().split(/\s+as\s+/))

/** The first file and its style sheet are there already; as a module or a link they would be fetched again. */
function withoutAhead(code: string, own: ReadonlySet<string>): string {
  const names = JSON.parse(AHEAD_LIST.exec(code)?.[1] ?? '[]') as string[]
  return code.replace(AHEAD_USE, (_, list: string) => {
    const kept = list.split(',').filter((index) => !own.has(names[Number(index)] ?? ''))
    return `__vite__mapDeps([${kept.join()}])`
  })
}
