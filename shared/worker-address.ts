interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: () => string },
  ): { createScriptURL(asked: string): string }
}

/**
 * The address that a worker starts from, created once. With Trusted Types the browser starts this address and
 * no other.
 *
 * @param policy name of the policy, which the frame's security policy allows; see
 * `server/console/project-files.ts`.
 */
export function createWorkerAddress(policy: string, url: string): () => string {
  let address: string | undefined
  return () => {
    const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
    const trusted = () => trustedTypes?.createPolicy(policy, { createScriptURL: () => url })
    return (address ??= trusted()?.createScriptURL('') ?? url)
  }
}
