import type { Plugin } from 'vite'

/**
 * Adds a comment at the start of each file of the frame. V8 then compiles the file while it loads, off the
 * main thread, instead of each function at its first call, which delays a key press on a slow phone. Other
 * engines ignore the comment.
 */
export function compileAhead(): Plugin {
  return {
    name: 'alcove-compile-ahead',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle: {
      // V8 reads the comment in the first line only. `output.postBanner` comes before a line of vite's.
      order: 'post',
      handler(_, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type === 'chunk') file.code = `//# allFunctionsCalledOnLoad\n${file.code}`
        }
      },
    },
  }
}
