enum PostgresSession { static let place = "" }
