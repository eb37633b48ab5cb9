package import ArgumentParser
package import Core

/// The exit statuses, after sysexits.h.
package enum ExitStatus {
    /// A value out of range or malformed.
    package static let usage = ExitCode(64)
    /// The store is damaged, or a file that was to be imported is.
    package static let storeDamaged = ExitCode(65)
    /// None of the ids named is known.
    package static let unknownIDs = ExitCode(66)
    /// The network failed, and nothing is stored to show.
    package static let unavailable = ExitCode(69)
    /// The disk failed.
    package static let diskFailure = ExitCode(74)
    /// Another process has the store open.
    package static let storeBusy = ExitCode(75)
    /// Nobody is signed in, or the session is over.
    package static let notSignedIn = ExitCode(77)
    /// Another version of the program wrote the store; it is left as it is.
    package static let otherVersion = ExitCode(78)

    /// The status of a program that a signal has ended, as shells have it.
    ///
    /// - Parameter number: The signal's number.
    /// - Returns: The status.
    package static func signal(_ number: Int32) -> ExitCode { ExitCode(128 + number) }

    /// Reports an error, and picks its exit status.
    ///
    /// - Parameters:
    ///   - error: The error that a command threw.
    ///   - message: The message to print; the error's own message by default, which is English.
    /// - Returns: The status; what the command line's parser makes a message of, as it is.
    package static func reporting(
        _ error: any Error, message: (DataError) -> String = { $0.message }
    ) -> any Error {
        if error is ExitCode || error is ValidationError || error is CleanExit { return error }
        let error = DataError(error)
        Console.warn(message(error))
        // What is refused for its version is no damage; that has a status of its own.
        if error.underlying is ArchiveError, error.code != .storeTooNew { return storeDamaged }
        switch error.code {
        // The process that writes has replaced what was being read; another attempt succeeds.
        case .storeBusy, .snapshotSuperseded: return storeBusy
        // The database's own word: records that do not fit this program's types, left as they are.
        case .storeTooNew, .storeTooOld, ErrorCode(rawValue: "migrationFailed"): return otherVersion
        case .storeDamaged: return storeDamaged
        case .noSpace, .readOnly, .permissionDenied, .fileProtected, .fileMissing, .diskFailure, .tooManyOpenFiles,
            .outcomeUnknown:
            return diskFailure
        case .invalidInput: return usage
        case .unauthorized, .sessionExpired, .accessDenied: return notSignedIn
        case .notFound: return unknownIDs
        case .offline, .timedOut: return unavailable
        default: return ExitCode.failure
        }
    }
}
