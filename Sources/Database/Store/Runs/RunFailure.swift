import Core

/// A derived file that is not what was written: cut, flipped, swapped or of somebody else.
struct RunDamage: Error, Equatable {
    let path: String
}

/// Why a run could not be read.
enum RunFailure: Error, Equatable {
    /// The disk failed.
    case disk(FileError)
    /// The bytes are not what was written.
    case damage(RunDamage)

    static func damaged(_ path: String) -> RunFailure { .damage(RunDamage(path: path)) }
}
