interface ModuleInfo {
  readonly importers: readonly string[]
  readonly dynamicImporters: readonly string[]
  readonly isEntry: boolean
}

interface Graph {
  getModuleInfo(id: string): ModuleInfo | null
}

/** What comes when an answer or the page needs it, each with all that nothing else needs. */
const OWN_FILES: Readonly<Record<string, RegExp>> = {
  // What few are asked: by a tool of the server, by an identity provider, and about what they wrote before
  // they signed in; what a call was given and gave. Cards of the page's tools are made of the same, and so it stands before them.
  interrupt:
    /\/tools\/((interrupt|approval)-card|tool-data)\.tsx$|\/thread-list\/(merge-card\.tsx|atoms\/merge-visitor\.ts)$/,
  // Most pages have no tools; those that have fetch it when they say so.
  tools:
    /\/host\/serve-tools\.ts$|\/@cfworker\/json-schema\/|\/(tools|menu)\/(page-cards\.ts|allowed-tools\.tsx)$/,
  // What the page around hears and says: it follows as soon as the composer can be used.
  page: /\/host\/(page-commands|tell-page|page-composer)\.ts$/,
  // Answers that another server makes; most projects have none.
  foreign: /\/conversation\/(endpoint|assistant)-transport\.ts$/,
  // What an owner says of looks and words; most say nothing.
  look: /\/theme\/draw-look\.ts$|\/host\/find-slips\.ts$|\/shared\/look\/|\/culori\//,
  // The puzzle of a new visitor: most servers ask for none.
  puzzle: /\/api\/prove-work\.ts$/,
  markdown: /\/markdown\/((warm-)?markdown|linked-text)\.tsx$/,
  formulas: /\/markdown\/render-formula\.tsx$/,
  // The header's menu, its dialogs and what somebody chose there: most people never open it.
  menu: /\/menu\/header-menu\.tsx$|\/ui\/play-chime\.ts$/,
  // What of the page somebody asks about: few pages offer it.
  references: /\/composer\/references\.tsx$/,
  // An image that was opened: most conversations have none.
  viewer: /\/viewer\/image-viewer\.tsx$/,
}

/**
 * The frame in two files: what the first paint needs, and the rest, which follows as soon as the
 * composer can be used. Left alone, each set of modules that two files share becomes one more: some
 * ninety requests, and a fifth more bytes.
 */
export function fileOf(id: string, graph: Graph): string | null {
  const comesFrom = (isRoot: (module: ModuleInfo, id: string) => boolean) =>
    reaches(id, graph, isRoot, new Set())
  const ownFileOf = (at: string) =>
    Object.keys(OWN_FILES).find((name) => OWN_FILES[name]?.test(at)) ?? null
  if (comesFrom(({ isEntry }) => isEntry)) return 'frame'
  if (comesFrom(({ dynamicImporters }, at) => dynamicImporters.length > 0 && !ownFileOf(at))) {
    return 'later'
  }
  return Object.keys(OWN_FILES).find((name) => comesFrom((_, at) => ownFileOf(at) === name)) ?? null
}

/** Whether a root imports the module, directly or through others. */
function reaches(
  id: string,
  graph: Graph,
  isRoot: (module: ModuleInfo, id: string) => boolean,
  seen: Set<string>,
): boolean {
  if (seen.has(id)) return false
  seen.add(id)
  const module = graph.getModuleInfo(id)
  return (
    module !== null &&
    (isRoot(module, id) ||
      module.importers.some((importer) => reaches(importer, graph, isRoot, seen)))
  )
}
