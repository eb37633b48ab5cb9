import ArgumentParser
import ConsoleKit
import Database

/// Reads everything that is stored, and says what is damaged.
struct VerifyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Reads everything that is stored, and says what is damaged.",
        discussion: """
            It changes nothing, and works beside a program that has the store open. The next command that writes sets a \
            damaged file aside as it was found, and the store goes on with what is whole of it. Records that are whole \
            and do not fit this version stay as they are, and are named on standard error.
            """)

    @OptionGroup var options: ReaderOptions

    func run() async throws {
        do {
            let settings = try ReaderSettings(options)
            let store = try await JSONStore.open(directory: settings.directory, access: .reading)
            let found = try await store.verify()
            try await store.close()
            try await VerificationPrinter(isJSON: settings.format == .json).print(found)
            if !found.damages.isEmpty { throw ExitStatus.storeDamaged }
        } catch {
            throw ExitStatus.reporting(error)
        }
    }
}
