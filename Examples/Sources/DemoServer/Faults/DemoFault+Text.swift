import Foundation

extension DemoFault {
    /// The words ``init(_:)`` understands, one to a line, for a help text.
    public static let words = """
        status:CODE, delay:SECONDS, drip:SECONDS, hang, truncated, captivePortal, blockPage, garbage, reset, \
        reset:midBody, abort, abort:midBody, wrongLength:BYTES, redirectLoop, redirectCircle, redirect:ORIGIN, \
        loginRedirect, hugeBody:BYTES, emptyListing, missingChildren, childrenNotArray, corruptChild:INDEX, act:FAULT, \
        refuse:CODE, rateLimit:SECONDS, tokenExpired, tokenRevoked, stale:SECONDS
        """

    /// The fault a word stands for, such as `captivePortal`, `status:503` or `delay:1.5`; nil for any other text.
    ///
    /// - Parameter text: One of ``words``, with its number or address after a colon.
    public init?(_ text: String) {
        let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
        guard let word = parts.first else { return nil }
        let value = parts.count == 2 ? parts[1] : nil
        guard let fault = value.map({ Self.fault(word, $0) }) ?? Self.fault(word) else { return nil }
        self = fault
    }

    /// The word for the fault; of a status, headers and body are not in it.
    public var text: String {
        switch self {
        case .status(let code, _, _): "status:\(code)"
        case .delay(let duration): "delay:\(duration / .seconds(1))"
        case .drip(_, let pause): "drip:\(pause / .seconds(1))"
        case .hang: "hang"
        case .truncatedJSON: "truncated"
        case .captivePortal: "captivePortal"
        case .blockPage: "blockPage"
        case .garbage: "garbage"
        case .reset(let point): point == .midBody ? "reset:midBody" : "reset"
        case .abort(let point): point == .midBody ? "abort:midBody" : "abort"
        case .wrongLength(let count): "wrongLength:\(count)"
        case .redirectLoop: "redirectLoop"
        case .redirectCircle: "redirectCircle"
        case .redirect(let origin): "redirect:\(origin)"
        case .loginRedirect: "loginRedirect"
        case .hugeBody(let count): "hugeBody:\(count)"
        case .emptyListing: "emptyListing"
        case .missingChildren: "missingChildren"
        case .childrenNotArray: "childrenNotArray"
        case .corruptChild(let index): "corruptChild:\(index)"
        case .acted(let fault): "act:\(fault.text)"
        case .refuse(let code): "refuse:\(code)"
        case .rateLimit(let wait): "rateLimit:\(wait / .seconds(1))"
        case .tokenExpired: "tokenExpired"
        case .tokenRevoked: "tokenRevoked"
        case .stale(let age): "stale:\(age / .seconds(1))"
        }
    }

    private static func fault(_ word: String) -> DemoFault? {
        let plain: [DemoFault] = [
            .hang, .truncatedJSON, .captivePortal, .blockPage, .garbage, .reset(), .abort(), .redirectLoop,
            .redirectCircle, .loginRedirect, .emptyListing, .missingChildren, .childrenNotArray,
            .tokenExpired, .tokenRevoked,
        ]
        return plain.first { $0.text == word }
    }

    private static func fault(_ word: String, _ value: String) -> DemoFault? {
        switch word {
        case "status": Int(value).flatMap { (200...599).contains($0) ? .status($0) : nil }
        case "delay": seconds(value).map { .delay($0) }
        case "drip": seconds(value).map { .drip(every: $0) }
        case "reset": ResetPoint(rawValue: value).map { .reset($0) }
        case "abort": ResetPoint(rawValue: value).map { .abort($0) }
        case "wrongLength": Int(value).map { .wrongLength(by: $0) }
        case "redirect": value.hasPrefix("http") ? .redirect(toOrigin: value) : nil
        case "hugeBody": Int(value).flatMap { $0 >= 0 ? .hugeBody(byteCount: $0) : nil }
        case "corruptChild": Int(value).flatMap { $0 >= 0 ? .corruptChild(at: $0) : nil }
        case "act":
            // A status needs no word of its own there.
            DemoFault(Int(value) == nil ? value : "status:" + value).flatMap { $0.canFollowAct ? .acted($0) : nil }
        case "refuse": value.isEmpty ? nil : .refuse(value)
        case "rateLimit": seconds(value).map { .rateLimit($0) }
        case "stale": seconds(value).flatMap { $0 <= DemoStore.greatestStaleness ? .stale($0) : nil }
        default: nil
        }
    }

    /// Whether it can come in place of the answer to what was done.
    private var canFollowAct: Bool {
        switch self {
        case .acted, .refuse, .rateLimit, .tokenExpired, .tokenRevoked, .stale: false
        default: true
        }
    }

    /// Up to an hour.
    private static func seconds(_ text: String) -> Duration? {
        Double(text).flatMap { (0...3_600).contains($0) ? .seconds($0) : nil }
    }
}
