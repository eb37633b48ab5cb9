/// The reason why a line is not a deal.
struct LineProblem: Error, Hashable, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }

    static let badJSON = LineProblem("not valid JSON")
    static let notAnObject = LineProblem("not a JSON object")
    static let badText = LineProblem("a text is not valid Unicode")
    static let tooDeep = LineProblem("nested too deeply")
    static let tooLong = LineProblem("longer than a record may be, 16 MiB")

    static func missing(_ field: String) -> LineProblem { LineProblem("'\(field)' is missing") }
    static func wrong(_ field: String, _ expected: String) -> LineProblem {
        LineProblem("'\(field)' is not \(expected)")
    }
}
