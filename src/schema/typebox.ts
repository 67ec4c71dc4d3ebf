// The part of TypeBox that the service uses. The build bundles it into one file: the package has 680 modules, and loading them would take
// half of the service's start time.
export { Type, type Static, type TSchema, type TSchemaOptions } from 'typebox'
export { Compile } from 'typebox/compile'
