import ArgumentParser
import CommandKit
import Community
import ConsoleKit
import Core
import PostFeatures

/// The intents of one command of the community on their way into the outbox and out of it.
typealias CommunityWriteRun = CommandKit.WriteRun<CommunitySession>

extension WriteRun where Session == CommunitySession {
    /// Reports what becomes of what a part of the community has queued.
    ///
    /// - Parameter id: The id of the item; nil where nothing has to be sent.
    mutating func watch(_ id: OutboxItem.ID?) {
        guard let id, let item = writing.outbox.value.items.first(where: { $0.id == id }) else { return }
        watch(item)
    }

    /// Has a post in the store, asking the server for one that is not.
    ///
    /// - Parameter id: The post, by the server's id or that of the entry that makes it or has made it.
    /// - Returns: The post, which is named by the server's id where it has one; nil for one that nobody knows or that is
    ///   being deleted, which is noted.
    /// - Throws: The exit status where the server could not be asked, once that was printed.
    mutating func find(post id: String) async throws -> CommunityPost? {
        let posts = CommunityPosts()
        do {
            var post = try await posts.thread(id, policy: .storedOnly).post
            if post == nil {
                guard !session.isOffline else { throw CommunitySession.offlineReason }
                post = try await posts.thread(id, policy: .networkOnly).post
            }
            guard let post, !post.isDeleted else { throw DataError(.notFound) }
            return post
        } catch let error as DataError where error.code == .notFound {
            miss(id)
            return nil
        } catch let error as DataError where error.isOfReading {
            throw try refusal(error)
        }
    }

    /// Prints why nothing could be queued.
    ///
    /// - Parameter error: The reason.
    /// - Returns: The exit status.
    /// - Throws: The exit status for an output that cannot be written.
    func refusal(_ error: DataError) throws -> ExitCode {
        var written = Written()
        written.error = session.reason(error)
        try WrittenPrinter(session: session).print(written)
        return CommunitySession.status(of: written.error ?? error)
    }
}

extension DataError {
    /// Whether it is the server's, or the way's to it, and not the disk's.
    fileprivate var isOfReading: Bool { isAboutSession || CommunitySession.isOfServer(code) }
}

extension CommunitySession {
    /// Whether an error is the server's, or the way's to it.
    static func isOfServer(_ code: ErrorCode) -> Bool {
        [
            .offline, .timedOut, .accessClosed, .forbidden, .badRequest, .rateLimited, .serverError, .tooLarge,
            .malformed,
            .captivePortal, .redirected, .pinMismatch, .refused, .unknown,
        ].contains(code)
    }

    /// Runs a command that queues something.
    ///
    /// - Parameters:
    ///   - options: The options of the command.
    ///   - handsOver: Whether it is left for a program that has the store; true by default. Pictures cannot be.
    ///   - user: The person whom it is about, who is told to be unknown where nobody knows them; none by default.
    ///   - text: The text, which is printed where it cannot be kept; none by default.
    ///   - work: Queues it.
    /// - Throws: The exit status, and what a bad command line is refused with.
    static func queue(
        _ options: CommonOptions, handsOver: Bool = true, about user: String? = nil, text: String? = nil,
        _ work: @Sendable @MainActor (inout CommunityWriteRun) async throws -> Void
    ) async throws {
        let run: @Sendable @MainActor (CommunitySession) async throws -> Void = { session in
            var run = try await CommunityWriteRun(session)
            let account = try await run.account()
            do {
                try await work(&run)
            } catch let error as DataError where error.code == .notFound {
                // Oneself, or somebody whom nobody knows.
                guard let user else { throw try run.refusal(error) }
                run.miss(user)
            } catch let error as DataError where CommunitySession.isOfServer(error.code) {
                throw try run.refusal(error)
            }
            try await run.finish(as: account)
        }
        if let text {
            try await writeText(text, options, handsOver: handsOver, run)
        } else {
            try await write(options, handsOver: handsOver, run)
        }
    }
}
