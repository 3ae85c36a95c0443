import type { Plugin, Rolldown } from 'vite'

/** What React offers and nothing in the frame asks for, by the package that offers it. */
const UNUSED: Readonly<Record<string, readonly string[]>> = {
  react: [
    '__COMPILER_RUNTIME',
    'Activity',
    'addTransitionType',
    'cache',
    'cacheSignal',
    'Children',
    'createRef',
    'isValidElement',
    'Profiler',
    'PureComponent',
    'StrictMode',
    'unstable_useCacheRefresh',
    'useActionState',
    'useOptimistic',
    'useTransition',
    'ViewTransition',
  ],
  'react-dom': [
    'browser',
    'preconnect',
    'prefetchDNS',
    'preinit',
    'preinitModule',
    'preload',
    'preloadModule',
    'requestFormReset',
    'unstable_batchedUpdates',
    'useFormState',
    'useFormStatus',
  ],
  scheduler: [
    'unstable_forceFrameRate',
    'unstable_next',
    'unstable_Profiling',
    'unstable_runWithPriority',
    'unstable_wrapCallback',
  ],
}

/** Sentences for whoever writes a program with React: what it is about stands beside them, or they tell nobody anything. */
const SENTENCES = [
  ' for the full message or use the non-minified dev environment for full errors and additional helpful warnings.',
  'Skipping view transition because document visibility state has become hidden.',
  'View transition was skipped because document visibility state is hidden.',
  'Skipping view transition because viewport size changed.',
]

type Program = ReturnType<Rolldown.PluginContext['parse']>

const REACT_FILE = /\/node_modules\/(?:react|react-dom|scheduler)\/cjs\/(.*)\.production\.js$/

/**
 * Leaves out of the frame what it does not use of React: its exports cannot be told apart by a bundler, and are 1.5 kB
 * of what every visitor loads. What React does not have any more ends the build, so that nobody keeps it here; so does
 * whoever imports what is left out.
 */
export function trimReact(): Plugin[] {
  const missing = new Set([...Object.values(UNUSED).flat(), ...SENTENCES])
  return [
    {
      name: 'alcove-trim-react',
      applyToEnvironment: ({ name }) => name === 'client',
      apply: 'build',
      transform: {
        filter: { id: REACT_FILE },
        handler(code, id) {
          const unused = UNUSED[REACT_FILE.exec(id)?.[1] ?? ''] ?? []
          let rest = code
          for (const { name, start, end } of exportsOf(this.parse(code)).reverse()) {
            if (!unused.includes(name)) continue
            missing.delete(name)
            rest = rest.slice(0, start) + rest.slice(end)
          }
          for (const sentence of SENTENCES) {
            if (!rest.includes(sentence)) continue
            missing.delete(sentence)
            rest = rest.replaceAll(sentence, '')
          }
          return rest
        },
      },
      buildEnd(error) {
        if (!error && missing.size > 0)
          this.error(`React does not have: ${[...missing].join(' | ')}`)
      },
    },
    {
      name: 'alcove-check-uses-of-react',
      applyToEnvironment: ({ name }) => name === 'client',
      apply: 'build',
      transform: {
        filter: { code: /from\s*['"]react/ },
        // Types are gone by then.
        order: 'post',
        handler(code, id) {
          for (const { source, name } of importsOf(this.parse(code), code)) {
            if (UNUSED[source]?.includes(name))
              this.error(
                `${id} asks for ${name} of ${source}, which scripts/trim-react.ts leaves out.`,
              )
          }
        },
      },
    },
  ]
}

/** What a file of React offers, and where it says so, in its order. */
function exportsOf({ body }: Program) {
  return body.flatMap((statement) => {
    if (statement.type !== 'ExpressionStatement') return []
    const { expression, start, end } = statement
    if (expression.type !== 'AssignmentExpression' || expression.left.type !== 'MemberExpression')
      return []
    const { object, property } = expression.left
    if (object.type !== 'Identifier' || object.name !== 'exports' || property.type !== 'Identifier')
      return []
    return [{ name: property.name, start, end }]
  })
}

/** What a module imports by name, or reads of what it imports as a whole. */
function importsOf({ body }: Program, code: string) {
  return body.flatMap((statement) => {
    if (statement.type !== 'ImportDeclaration') return []
    const names = statement.specifiers.flatMap((specifier) => {
      if (specifier.type !== 'ImportSpecifier') {
        return Array.from(
          code.matchAll(new RegExp(`\\b${specifier.local.name}\\.(\\w+)`, 'g')),
          (read) => read[1]!,
        )
      }
      const { imported } = specifier
      return imported.type === 'Identifier' ? imported.name : imported.value
    })
    return names.map((name) => ({ source: statement.source.value, name }))
  })
}
