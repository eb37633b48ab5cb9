import DemoServer
import Foundation
import Testing

/// A way for a server to fail, and what the command line says of it.
struct FaultCase: Sendable, CustomTestStringConvertible {
    let name: String
    let fault: DemoFault
    /// The code that is printed, nil for none.
    let code: String?
    /// Whether only time ends it.
    let isSlow: Bool
    /// The seconds in `retryAfter`; nil where nothing is said of it here.
    let retryAfter: ClosedRange<Double>?

    init(
        _ name: String, _ fault: DemoFault, _ code: String?, isSlow: Bool = false,
        retryAfter: ClosedRange<Double>? = nil
    ) {
        (self.name, self.fault, self.code) = (name, fault, code)
        (self.isSlow, self.retryAfter) = (isSlow, retryAfter)
    }

    var testDescription: String { name }

    /// The time limit: as short as possible where nothing else ends the request, and longer than anything takes
    /// elsewhere.
    var patience: [String] { ["--timeout", isSlow ? "0.4" : "30"] }
}

extension FaultCase {
    /// The faults of a whole backend, and their codes by CLI.md.
    static let all: [FaultCase] = refusals + connections + bodies + redirects

    private static let refusals = [
        FaultCase("400", .status(400), "badRequest"),
        FaultCase("401", .status(401), "unauthorized"),
        FaultCase("403 with JSON", .status(403), "forbidden"),
        FaultCase("403 with HTML", .status(403, body: .html), "accessClosed"),
        FaultCase("404", .status(404), "notFound"),
        FaultCase("404 with HTML", .status(404, body: .html), "notFound"),
        FaultCase("408", .status(408), "badRequest"),
        FaultCase("410", .status(410), "notFound"),
        FaultCase("413 as text", .status(413, body: .text("Too long", contentType: "text/plain")), "badRequest"),
        // What community servers say when a session is over.
        FaultCase("418", .status(418), "sessionExpired"),
        FaultCase("429 with seconds", .status(429, headers: ["Retry-After": "77"]), "rateLimited", retryAfter: 70...77),
        FaultCase(
            "429 with a date", .status(429, headers: ["Retry-After": "Wed, 21 Oct 2037 07:28:00 GMT"]), "rateLimited",
            retryAfter: 86_000...86_400),
        FaultCase("429 with nothing", .status(429, body: .empty), "rateLimited"),
        FaultCase("500", .status(500), "serverError"),
        FaultCase("500 with HTML", .status(500, body: .html), "serverError"),
        FaultCase("502", .status(502, body: .html), "serverError"),
        FaultCase("503", .status(503), "serverError"),
        FaultCase("503 with seconds", .status(503, headers: ["Retry-After": "99"]), "serverError", retryAfter: 90...99),
        FaultCase("504", .status(504, body: .empty), "serverError"),
    ]

    private static let connections = [
        FaultCase("an answer that is late", .delay(.seconds(60)), "timedOut", isSlow: true),
        FaultCase("no answer", .hang, "timedOut", isSlow: true),
        FaultCase("a drip", .drip(every: .milliseconds(50)), "timedOut", isSlow: true),
        FaultCase("closed before the answer", .reset(.beforeResponse), "offline"),
        FaultCase("closed in the answer", .reset(.midBody), "offline"),
        FaultCase("thrown away before the answer", .abort(.beforeResponse), "offline"),
        FaultCase("thrown away in the answer", .abort(.midBody), "offline"),
        FaultCase("less than was promised", .wrongLength(by: 100), "offline"),
        FaultCase("more than was promised", .wrongLength(by: -100), "malformed"),
    ]

    private static let bodies = [
        FaultCase("half an answer", .truncatedJSON, "malformed"),
        FaultCase("garbage", .garbage, "malformed"),
        FaultCase("nothing", .status(200, body: .empty), "malformed"),
        FaultCase("a hotel's page", .captivePortal, "captivePortal"),
        FaultCase("a page for robots", .blockPage, "accessClosed"),
        FaultCase("a body without end", .hugeBody(byteCount: 17 << 20), "tooLarge"),
        FaultCase("no list", .missingChildren, "malformed"),
    ]

    private static let redirects = [
        FaultCase("a redirect to itself", .redirectLoop, "redirected"),
        FaultCase("a redirect to and fro", .redirectCircle, "redirected"),
    ]
}
