import CommandKit
import Core
import PostFeatures

extension DataError {
    /// The message, and what to do in this program where the message is about apps that can sign somebody in.
    ///
    /// - Parameters:
    ///   - backends: The backends that were asked.
    ///   - format: Writes in a language.
    /// - Returns: One or two sentences.
    func advice(on backends: BackendChain, in format: PostFormat) -> String {
        let message = format.message(for: self)
        guard backends.contains(.reddit), code == .sessionExpired else { return message }
        return "\(message) \(format.text(ReaderPhrase.newRefreshToken))"
    }
}

extension DecodeIssue {
    /// A sentence about what could not be read; in English with the reason, which is English and for developers.
    ///
    /// - Parameter format: Writes in a language.
    /// - Returns: Such as "Item 4 of the answer could not be read: data.name: expected an id."
    func text(in format: PostFormat) -> String {
        let text = format.text(of: self)
        guard format.language == .english, self != .suspiciousEmpty else { return text.asSentence }
        return "\(text): \(reason)"
    }
}
