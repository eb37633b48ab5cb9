import ArgumentParser
import CommandKit
import Community
import ConsoleKit
import Core
import PostFeatures

extension CommunitySession {
    /// Returns the reason why something could not be read, in the words of a read: whatever said so, a session that is over
    /// is over.
    ///
    /// - Parameter error: What went wrong; nil for nothing.
    /// - Returns: The error to print; nil for nothing.
    func reason(_ error: DataError?) -> DataError? {
        guard let error, error.isAboutSession else { return error }
        if current != nil { return DataError(.sessionExpired, message: error.message) }
        return DataError(.unauthorized, message: PostFormat(language: .english).text(CommandPhrase.signInFirst))
    }

    /// Prints what a command has read.
    ///
    /// - Parameters:
    ///   - error: The reason why not all of it is fresh, or nothing is there; nil for none.
    ///   - isStored: Whether there is something to show.
    ///   - text: What is printed for people.
    ///   - output: Makes what is printed for programs, with the error.
    /// - Throws: The exit status where there is nothing to show: 66 for what the server does not know, 77 without a
    ///   session, else 69.
    func answer(
        _ error: DataError?, isStored: Bool, text: @autoclosure () -> String, _ output: (ErrorOutput?) -> some Encodable
    ) throws {
        let reason = reason(error)
        if let reason { Console.warn(sentence(for: reason)) }
        if isJSON {
            try JSONOutput.print(output(reason.map(ErrorOutput.init)))
        } else if isStored {
            try Console.answer(text())
        }
        guard !isStored, let reason else { return }
        throw Self.status(of: reason)
    }

    /// The sentence that says an error; where nobody is signed in, it says what to do.
    func sentence(for error: DataError) -> String {
        let isNobody = error.isAboutSession && current == nil
        return isNobody ? Self.format.text(CommandPhrase.signInFirst) : Self.texts.message(for: error)
    }

    /// The exit status of a command that has nothing to show.
    static func status(of error: DataError) -> ExitCode {
        if error.isAboutSession { return ExitStatus.notSignedIn }
        if error.code == .storeBusy { return ExitStatus.storeBusy }
        return error.code == .notFound ? ExitStatus.unknownIDs : ExitStatus.unavailable
    }

    /// The reason why nothing is there while the network is not to be touched.
    static var offlineReason: DataError { DataError(.offline) }

    /// The entries of the person in use that are not sent and were not refused.
    func unsent() throws -> [CommunityEntry] {
        let (account, outbox) = (current?.key, try writing.outbox.value)
        let made = Dictionary(outbox.sent.map { ($0.id.rawValue, $0.result) }) { first, _ in first }
        return outbox.items
            .filter { $0.account == account && $0.state != .failed && !$0.isPart }
            .map { item in
                var entry = CommunityEntry(item, of: services)
                // A change that was queued before its post was sent.
                if let post = entry.post, let native = made[post] ?? nil { entry.post = native }
                return entry
            }
    }

    /// Refuses what is no category.
    ///
    /// - Parameter category: The `product_id`, as it was typed; nil for none.
    /// - Throws: `ValidationError` with the ids that there are.
    func check(category: String?) throws {
        guard let category, !services.configuration.isCategory(category) else { return }
        let known = services.configuration.categories.map(\.id).joined(separator: ", ")
        throw ValidationError("'\(category)' is no category. There are \(known).")
    }
}
