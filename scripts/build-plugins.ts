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
