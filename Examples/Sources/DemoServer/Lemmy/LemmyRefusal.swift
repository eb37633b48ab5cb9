/// The reason why Lemmy refuses a request.
enum LemmyRefusal: Error {
    /// 400 with the server's word for it.
    case refused(String)
    /// 404 with the server's word for it.
    case notFound(String)
    /// 400 with plain text, as for a query that cannot be read.
    case badQuery(String)

    var answer: Answer {
        switch self {
        case .refused(let word): .plainJSON(.object([("error", .string(word))]), status: 400)
        case .notFound(let word): .plainJSON(.object([("error", .string(word))]), status: 404)
        case .badQuery(let reason): .plainText("Query deserialize error: \(reason)", status: 400)
        }
    }
}
