import type { Plugin } from 'vite'

/**
 * Tells V8 to compile a file of the frame while it comes, beside the page's own thread, and not each
 * function when it is first called: on a slow phone that first call is a key that hangs. Each file is
 * fetched when it is wanted, so most of it runs. Others read a comment.
 */
export function compileAhead(): Plugin {
  return {
    name: 'alcove-compile-ahead',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle: {
      // After all that writes at the top: there alone it is read.
      order: 'post',
      handler(_, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type === 'chunk') file.code = `//# allFunctionsCalledOnLoad\n${file.code}`
        }
      },
    },
  }
}

/**
 * Nothing of the loader is made with `new`, so each of its functions can be an arrow; no read does anything, and what
 * the language calls `String` or `Error` is that. What packs smaller was found by trying.
 */
const LOADER_FOLDS = {
  passes: 3,
  sequences: false,
  if_return: false,
  negate_iife: false,
  unsafe: true,
  unsafe_arrows: true,
  pure_getters: true,
  ecma: 2020,
} as const

/**
 * Folds what the bundler's own minifier leaves, in what everybody loads: a tenth of the loader's second file, 50 bytes
 * of its first, 500 of the frame's and 1,500 of what follows. The rest would take ten seconds of each build.
 */
export function minifyFurther(): Plugin {
  return {
    name: 'alcove-minify-further',
    applyToEnvironment: ({ name }) => name !== 'npm',
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const { minify } = await import('terser')
        const compress = this.environment.name === 'client' ? { passes: 2 } : LOADER_FOLDS
        for (const file of Object.values(bundle)) {
          if (file.type !== 'chunk' || !(file.isEntry || file.name === 'later')) continue
          const module = file.exports.length > 0
          const { code } = await minify(file.code, { module, ecma: 2020, compress })
          if (code) file.code = code
        }
      },
    },
  }
}

/**
 * Tells the build that whoever makes a schema does nothing else, so that the server's half of a contract
 * is in no file of the frame: nothing there reads it.
 */
export function markSchemas(): Plugin {
  const makers =
    /\b(?:v\.(?!parse|safeParse|is\b)\w+|pageLimit|wholeNumber|arrayUpTo|looseObjectUpTo)\(/g
  return {
    name: 'alcove-mark-schemas',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /\/shared\/wire\/[^/]*\.ts$/ },
      handler: (code) => code.replace(makers, '/* @__PURE__ */ $&'),
    },
  }
}

/** Styles that are text in a script keep their lines, and the room around their signs, for people only. */
export function joinStyleLines(): Plugin {
  return {
    name: 'alcove-join-style-lines',
    applyToEnvironment: ({ name }) => /^(panel|pinnedPanel|extras|pinnedExtras)$/.test(name),
    transform: {
      filter: { id: /\/(panel\/styles|extras\/place-css)\.ts$/ },
      order: 'pre',
      handler: (code) =>
        code.replace(/`[^`]*`/g, (text) =>
          text
            .replace(/\s*\n\s*/g, '')
            .replace(/ (?=[{}])|(?<=[{:;,]) /g, '')
            .replaceAll(';}', '}'),
        ),
    },
  }
}

/** Takes lines and their indentation out of the frame's document: its one script is one expression. */
export function joinDocumentLines(): Plugin {
  return {
    name: 'alcove-join-document-lines',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) =>
        html
          .replace(/\s*\n\s*/g, '')
          .replaceAll(' />', '>')
          .replace(/(?<=<script>).*?(?=<\/script>)/, (code) =>
            code.replace(/ ?(=>|&&|,) ?/g, '$1'),
          ),
    },
  }
}
