/**
 * Options of a page that its own side reads, and that are not sent to the frame. `theme` as a text is the
 * scheme.
 */
export const LOADER_OPTIONS: readonly string[] = [
  'position',
  'locale',
  'theme',
  'app',
  'baseUrl',
  'offsetX',
  'offsetY',
  'zIndex',
  'launcher',
  'launcherLabel',
  'launcherIcon',
  'target',
  'push',
  'mode',
  'showOn',
  'hideOn',
  'avoid',
  'proactive',
  'proactiveDelay',
  'events',
  'eventsContent',
  'links',
  'linksPaths',
  'visitorProof',
  'triggers',
  'titleBadge',
  'debug',
  'global',
]
