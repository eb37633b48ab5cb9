import ArgumentParser
import CommandKit
import ConsoleKit
import Core
import Foundation
import PostFeatures

extension Session {
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
            Console.warn(PostFormat.chosen().text(CommandPhrase.markedByNobody))
        }
    }
}

extension BackendName {
    /// Whether people can sign in there and write.
    var canWrite: Bool { [.demo, .reddit, .lemmy].contains(self) }
}
