/// The HTML pages that come where JSON was expected.
package enum FaultPages {
    /// The sign-in page of a hotel's network.
    package static let captivePortal = """
        <!DOCTYPE html>
        <html><head><title>Welcome to the Candleby Inn</title></head>
        <body><h1>Almost online</h1><form action="/login"><button>I accept everything</button></form></body></html>
        """

    /// The page where somebody signs in.
    package static let login = """
        <!DOCTYPE html>
        <html><head><title>Sign in</title></head>
        <body><h1>Sign in</h1><form action="/login"><input name="user"><button>Go on</button></form></body></html>
        """

    /// The page that tells automated clients to go away.
    package static let block = """
        <!DOCTYPE html>
        <html><head><title>Blocked</title></head>
        <body><h1>Whoa there!</h1><p>Your request has been blocked due to a network policy.</p></body></html>
        """

    /// Makes a page that names a status.
    package static func status(_ code: Int, phrase: String) -> String {
        "<html><head><title>\(code) \(phrase)</title></head><body><h1>\(code) \(phrase)</h1></body></html>\n"
    }
}
