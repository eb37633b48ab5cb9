import ServerKit

/// The reason why Lemmy refuses a request.
enum LemmyRefusal: Error {
    /// 400 with the server's word for it.
    case refused(String)
    /// 404 with the server's word for it.
    case notFound(String)
    /// 400 with plain text, as for a query that cannot be read.
    case badQuery(String)
    /// 400 with plain text, as for a body that cannot be read.
    case badBody(String)
    /// 401, for nobody as for a wrong password.
    case notSignedIn

    var answer: Answer {
        switch self {
        case .refused(let word): .plainJSON(.object([("error", .string(word))]), status: 400)
        case .notFound(let word): .plainJSON(.object([("error", .string(word))]), status: 404)
        case .badQuery(let reason): .plainText("Query deserialize error: \(reason)", status: 400)
        case .badBody(let reason): .plainText("Json deserialize error: \(reason)", status: 400)
        case .notSignedIn: .plainJSON(.object([("error", .string("incorrect_login"))]), status: 401)
        }
    }

    /// The answer with a word that was not asked for, with the status that it has.
    static func answer(word: String) -> Answer {
        if word == "incorrect_login" { return LemmyRefusal.notSignedIn.answer }
        return word.hasPrefix("couldnt_find_")
            ? LemmyRefusal.notFound(word).answer : LemmyRefusal.refused(word).answer
    }
}
