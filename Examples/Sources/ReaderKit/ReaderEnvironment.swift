package import ConsoleKit

/// The environment variables that a run of the reader sees.
package typealias ReaderEnvironment = ProgramEnvironment
