type PortName = 'PORT' | 'DEMO_PORT'

export declare function readPort(env: NodeJS.ProcessEnv, name: PortName): number
export declare function readHost(env: NodeJS.ProcessEnv): string
export declare function assertPortFree(port: number, host: string, setting: string): Promise<void>
export declare function explainListening(
  error: NodeJS.ErrnoException,
  port: number,
  host: string,
  setting: string,
): Error
