import ArgumentParser
import ConsoleKit
import Core
import Database
import PostFeatures

/// Shows the size of the store, and deletes what can be fetched again.
struct StorageCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "storage",
        abstract:
            "Shows what is stored, clears downloads, deletes what is too old, restores files that were set aside.",
        discussion: """
            The sum is what lies in the store's folder. Saved posts, favourites and what was done with posts stay, \
            whatever is cleared.
            """,
        subcommands: [
            StorageReportCommand.self, ClearStorageCommand.self, TrimStorageCommand.self, RestoreStorageCommand.self,
        ],
        defaultSubcommand: StorageReportCommand.self)
}

/// Shows files and bytes by kind.
struct StorageReportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report", abstract: "Shows files and bytes by kind.")

    @OptionGroup var options: ReaderOptions

    func run() async throws {
        try await Session.run(options, isLocal: true, use: .reading) { session in
            // What closing writes is counted: the sum is what is there when the command has ended.
            try await session.store.close()
            let model = StorageViewModel()
            await model.load()
            model.stop()
            let state = model.state.value
            guard let report = state.report else { throw state.banner?.error ?? DataError(.unknown) }
            try StoragePrinter(session: session).print(report)
        }
    }
}

/// The command that deletes what can be fetched again.
struct ClearStorageCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clear", abstract: "Deletes downloads, or something else that can be fetched again.",
        discussion: """
            images: the image cache. downloads: that, and what was packed; the posts stay. fetched: that, and every post \
            that is neither saved nor a favourite.
            """)

    @OptionGroup var options: ReaderOptions
    @Argument(help: "The scope to clear.") var scope = ChoiceArgument(EraseScope.downloads)
    @Flag(help: "Print what would be deleted, and change nothing.") var dryRun = false

    func run() async throws {
        let (scope, isDryRun) = (scope.value, dryRun)
        try await Session.run(options, isLocal: true) { session in
            let provider = Dependency.resolve((any StorageProvider).self)
            let report = try await isDryRun ? provider.planErase(scope) : provider.erase(scope)
            try StoragePrinter(session: session).print(report)
        }
    }
}

/// The command that deletes what is beyond the retention limits.
struct TrimStorageCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trim", abstract: "Deletes what is older than the settings allow, or more than the given limits.",
        discussion: "The days are the settings postRetentionDays and readRetentionDays.")

    @OptionGroup var options: ReaderOptions
    @Option(
        help: ArgumentHelp("The number of posts to keep beside those that are saved or favourites.", valueName: "count")
    )
    var posts: Int?
    @Option(help: ArgumentHelp("The number of megabytes to keep, media and image cache included.", valueName: "count"))
    var megabytes: Int?
    @Flag(help: "Print what would be deleted, and change nothing.") var dryRun = false

    func validate() throws {
        guard posts.map({ $0 >= 0 }) ?? true else { throw ValidationError("--posts is a number from 0 on.") }
        guard megabytes.map({ (0...100_000).contains($0) }) ?? true else {
            throw ValidationError("--megabytes is a number from 0 to 100000.")
        }
    }

    func run() async throws {
        let (posts, megabytes, isDryRun) = (posts, megabytes, dryRun)
        try await Session.run(options, isLocal: true) { session in
            var policy = RetentionPolicy(Dependency.resolve((any SettingsProvider).self).settings.value)
            policy.maximumPosts = posts
            policy.maximumBytes = megabytes.map { $0 * 1_000_000 }
            let provider = Dependency.resolve((any StorageProvider).self)
            try StoragePrinter(session: session).print(
                try await isDryRun ? provider.planRetention(policy) : provider.applyRetention(policy))
        }
    }
}

/// Gives a file that was set aside back to the store.
struct RestoreStorageCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Restores the records of a file that was set aside.",
        discussion: """
            What the store has already, or has newer, stays as it is; restoring a file twice changes nothing. The file \
            is kept. Its name alone is enough for one that lies in the store's folder. What may have been deleted since \
            stays away, and is counted.
            """)

    @OptionGroup var options: ReaderOptions
    @Argument(help: ArgumentHelp("The file: damaged-….jsonl.", valueName: "file")) var file: ArchivePath
    @Flag(help: "Restore also records that may have been deleted since.") var withDeleted = false

    func run() async throws {
        let (file, withDeleted) = (file, withDeleted)
        try await Session.run(options, isLocal: true) { session in
            let path = try file.path(in: session.settings.directory)
            do {
                try StoragePrinter(session: session).print(
                    try await session.store.restore(from: path, includesMaybeDeleted: withDeleted))
            } catch let error as StoreError where error.code == .malformed {
                // As with an import: what is refused is refused whole, and nothing was changed.
                Console.warn(error.message)
                throw ExitStatus.storeDamaged
            }
        }
    }
}
