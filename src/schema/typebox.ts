// The part of TypeBox that is used. The build puts it here as one file: installed as it is, it is 680 modules, and to read them is half of
// the time that the service needs to start.
export { Type, type Static, type TSchema, type TSchemaOptions } from 'typebox'
export { Compile } from 'typebox/compile'
