import ArgumentParser
import ConsoleKit
import Database

/// Reads everything that is stored, and says what is damaged.
struct VerifyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Reads everything that is stored, and says what is damaged.",
        discussion: """
            A damaged file is set aside as it was found, and the store goes on with what is whole of it, as with every
            command that meets it. Records that are whole and do not fit this version stay as they are, and are named on
            standard error.
            """)

    @OptionGroup var options: ReaderOptions

    func run() async throws {
        try await Session.run(options, isLocal: true, tellsDamage: true) { session in
            let found = try await session.store.verify()
            // What opening has found is not found again.
            let damages = session.store.damages + found.damages
            try VerificationPrinter(session: session).print(damages, unreadableRecords: found.unreadableRecords)
            if !damages.isEmpty { throw ExitStatus.storeDamaged }
        }
    }
}
