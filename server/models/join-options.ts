import type { LanguageModelV4CallOptions } from '@ai-sdk/provider'

type ProviderOptions = LanguageModelV4CallOptions['providerOptions']

/** The operator's options, beside those that a provider always gets. */
export function joinOptions(own: ProviderOptions = {}, given: ProviderOptions = {}) {
  const names = new Set([...Object.keys(own), ...Object.keys(given)])
  if (names.size === 0) return {}
  const joined = [...names].map((name) => [name, { ...own[name], ...given[name] }] as const)
  return { providerOptions: Object.fromEntries(joined) }
}
