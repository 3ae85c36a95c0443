import { basename } from 'node:path'
import type { Plugin } from 'vite'
import { AHEAD } from './compile-ahead.ts'

const EXPORTS = /export\s*\{([^}]*)\};?\s*$/
const STATIC_IMPORT = /^\s*import\b(?!\s*\()/m

/**
 * Makes the app's first file a classic script, whose code cache Chromium reads in a frame: it writes that of a module,
 * and compiles the module again at each opening. The later files are modules; they get the exports of the first from a
 * small module beside it.
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
        const [whole, exported] = EXPORTS.exec(entry.code) ?? []
        if (whole === undefined || exported === undefined)
          throw new Error('The first file of the frame has no list of exports at its end.')
        // The bundler's own helper resolves addresses; all of them are absolute.
        const body = entry.code
          .slice(0, -whole.length)
          .replaceAll('import.meta.resolve', 'undefined')
          .replaceAll('import.meta.url', 'location.href')
        if (STATIC_IMPORT.test(body) || body.includes('import.meta'))
          throw new Error('The first file of the frame can only run as a module.')
        const names = exported.split(',').map((item) => item.trim().split(/\s+as\s+/))
        const list = (write: (own: string, name: string, index: number) => string) =>
          names.map(([own = '', name = own], index) => write(own, name, index)).join()
        const first = basename(entry.fileName)
        const beside = first.replace(/^[^-]+/, 'exports')
        const run = `()=>{${body}\nself.alcoveApp={${list((own, name) => `${name}:${own}`)}}}`
        entry.code = `(self.alcoveEarly?.start??(run=>run()))(${run});\n`
        for (const file of files) file.code = file.code.replaceAll(first, beside)
        this.emitFile({
          type: 'asset',
          fileName: entry.fileName.replace(first, beside),
          // An exported name may be a reserved word, such as `in`.
          source: `${AHEAD}const{${list((_, name, index) => `${name}:_${index}`)}}=self.alcoveApp;export{${list(
            (_, name, index) => `_${index} as ${name}`,
          )}}\n`,
        })
      },
    },
  }
}
