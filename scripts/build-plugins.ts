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
