import ArgumentParser
import ConsoleKit
import Core
import Foundation
import PostFeatures

extension Session {
    /// Runs a command that writes to a server: the store is open for writing, and what is unsent is sent.
    ///
    /// - Parameters:
    ///   - options: The options of every command.
    ///   - sends: Whether anything is sent; true by default.
    ///   - handsOver: Whether what is queued is left for a program that has the store; false by default.
    ///   - work: The command.
    /// - Throws: The exit status, and what a bad command line is refused with.
    static func write(
        _ options: ReaderOptions, sends: Bool = true, handsOver: Bool = false,
        _ work: @Sendable @MainActor (Session) async throws -> Void
    ) async throws {
        try checkWriting(options)
        try await run(
            options, isLocal: !sends, use: handsOver ? .marking(waits: true) : .writing, sends: sends, work)
    }

    /// Refuses a backend by which nobody can write.
    ///
    /// - Parameter options: The options of every command.
    /// - Throws: `ValidationError`.
    static func checkWriting(_ options: ReaderOptions) throws {
        let names = options.backend.names
        guard names.contains(where: \.canWrite) else { throw cannotWrite(names.map(\.rawValue).joined(separator: ",")) }
    }

    /// The refusal of a backend by which nobody can write.
    static func cannotWrite(_ name: String) -> ValidationError {
        ValidationError("--backend \(name) cannot write: nobody can sign in there. Use demo, reddit or lemmy.")
    }

    /// The outbox.
    var writing: any WritingProvider {
        get throws {
            guard Dependency.current.isRegistered((any WritingProvider).self) else {
                throw Self.cannotWrite(settings.chain.defaultValueDescription)
            }
            return try Dependency.resolveOrThrow((any WritingProvider).self)
        }
    }

    /// The post that an id names; an entry's id names what it made.
    ///
    /// - Parameter id: The id, as it was typed.
    /// - Returns: The post, with the site's own id where it has one.
    /// - Throws: Why what was sent lately cannot be read.
    func post(_ id: PostArgument) async throws -> Post.ID {
        let post = id.postID(on: site)
        guard OutboxItem.ID.isID(id.native), Dependency.current.isRegistered((any WritingProvider).self) else {
            return post
        }
        let writing = try writing
        try await writing.load()
        let sent = writing.outbox.value.sent.first { $0.id.rawValue == id.native && $0.account.site == site }
        guard let made = sent?.made, made.kind == .post else { return post }
        return Post.ID(site: site, native: made.native)
    }

    /// Asks the server whose a token from the environment is, where that is not known; says so where it cannot be found
    /// out, as what is marked is nobody's then.
    ///
    /// - Throws: `CancellationError`.
    func askWho() async throws {
        guard let current = accounts?.accounts.value.current, current.key == nil,
            Dependency.current.isRegistered((any WritingProvider).self)
        else { return }
        do {
            guard !settings.isOffline else { throw DataError(.offline) }
            _ = try await writing.account(on: site)
        } catch let error as CancellationError {
            throw error
        } catch {
            // The mark is set all the same.
            Console.warn(PostFormat.chosen().text(WritingPhrase.markedByNobody))
        }
    }

    /// Says what nobody sends, as it was queued for a token of which nobody knows whose it was.
    ///
    /// - Parameter writing: The outbox.
    func warnOfOrphans(in writing: any WritingProvider) {
        let keys = accounts?.accounts.value.all.compactMap(\.writingKey) ?? []
        let orphans = unsent(in: writing).filter { item in
            item.account.name?.hasPrefix("token:") ?? false && !keys.contains(item.account)
        }
        guard !orphans.isEmpty else { return }
        let ids = orphans.map(\.id.rawValue).joined(separator: ", ")
        Console.warn(PostFormat.chosen().text(WritingPhrase.orphans, filling: ids))
    }

    /// The name of an account's person, as the site has it; the account's id where that is not known.
    func name(of account: AccountKey) -> String {
        accounts?.accounts.value.all.first { $0.key == account }?.user?.name ?? account.name ?? account.description
    }

    /// Whether the session of an account is over, or it is not signed in here.
    func isOver(_ account: AccountKey) -> Bool {
        !(accounts?.accounts.value.all.contains { $0.writingKey == account && $0.state != .expired } ?? false)
    }

    /// Finds the account that somebody names, of the site.
    ///
    /// - Parameter name: The name, in any case, or the id.
    /// - Returns: The account on this device.
    /// - Throws: `DataError` with the code `notFound` where nobody of that name is signed in here.
    func account(named name: String) throws(DataError) -> SignedInAccount {
        let all = accounts?.accounts.value.all ?? []
        let found =
            all.first { $0.user?.name.lowercased() == name.lowercased() }
            ?? all.first { $0.user?.id == name || $0.id == name }
        guard let found else {
            throw DataError(
                .notFound, message: PostFormat.chosen().text(WritingPhrase.unknownAccount, filling: "'\(name)'"))
        }
        return found
    }
}

extension BackendName {
    /// Whether people can sign in there and write.
    var canWrite: Bool { [.demo, .reddit, .lemmy].contains(self) }
}
