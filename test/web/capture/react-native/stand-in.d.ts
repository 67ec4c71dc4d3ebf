export function giveGlobals (app: object): void
