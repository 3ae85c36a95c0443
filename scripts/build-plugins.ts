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
 * Folds what the bundler's own minifier leaves, in what somebody waits for: a tenth of the loader's
 * second file, 50 bytes of its first, 500 of the frame's. The rest would take ten seconds of each build.
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
          if (file.type !== 'chunk' || !file.isEntry) continue
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

/** Sentences for whoever writes a program with React: what it is about stands beside them, or they tell nobody anything. */
const REACT_SENTENCES = [
  ' for the full message or use the non-minified dev environment for full errors and additional helpful warnings.',
  'forceFrameRate takes a positive int between 0 and 125, forcing frame rates higher than 125 fps is not supported',
  'Skipping view transition because document visibility state has become hidden.',
  'View transition was skipped because document visibility state is hidden.',
  'Skipping view transition because viewport size changed.',
]

/**
 * Takes these out of the frame: a twentieth of a percent of what every visitor loads. One that React does not say any
 * more ends the build, so that nobody keeps it here.
 */
export function dropReactSentences(): Plugin {
  const missing = new Set(REACT_SENTENCES)
  return {
    name: 'alcove-drop-react-sentences',
    applyToEnvironment: ({ name }) => name === 'client',
    apply: 'build',
    transform: {
      filter: { id: /\/node_modules\/(react-dom|scheduler)\/.*\.production\.js$/ },
      handler(code) {
        let rest = code
        for (const sentence of REACT_SENTENCES) {
          if (!rest.includes(sentence)) continue
          missing.delete(sentence)
          rest = rest.replaceAll(sentence, '')
        }
        return rest
      },
    },
    buildEnd(error) {
      if (!error && missing.size > 0) this.error(`React does not say: ${[...missing].join(' | ')}`)
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
