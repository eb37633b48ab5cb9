import Core
import Foundation

/// Reads the word by which a backend says what is wrong, where its status says less.
///
/// Lemmy answers 400 to almost everything, with `{"error":"couldnt_find_community"}` in the body.
enum ErrorWords {
    /// The longest body that is looked at, in bytes: an error is a few words.
    static let maximumBytes = 4096

    /// The code of the word in an answer.
    ///
    /// - Parameters:
    ///   - response: An answer.
    ///   - request: What was asked, with the words that its backend has.
    /// - Returns: The code; `nil` for an answer that is no 4xx, has no such word, or one that the request does not
    ///   name.
    static func code(in response: NetworkResponse, to request: NetworkRequest) -> ErrorCode? {
        guard !request.errorWords.isEmpty, (400...499).contains(response.status),
            response.body.count <= maximumBytes,
            // What is no JSON has no word; the status speaks for it.
            let body = try? JSONValue(parsing: response.body), let word = body["error"]?.string
        else { return nil }
        return request.errorWords[word]
    }
}
